//! Files that the commands write have the old content or all of the new content, in every case.

mod common;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

#[cfg(unix)]
use common::interrupt_after;
use common::{file, folder, ndoku, ndoku_with};

const DOTS: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const FULL: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Every command that writes a file, with its options. The last field is `true` if it has an input.
const COMMANDS: &[(&[&str], bool)] = &[
    (&["solve"], true),
    (&["solve", "--to", "pair"], true),
    (&["solve", "--json"], true),
    (&["solve", "--to", "grid"], true),
    (&["solve", "--limit", "0"], true),
    (&["solve", "--passes"], true),
    (&["solve", "--path"], true),
    (&["solve", "--path", "--to", "html"], true),
    (&["count"], true),
    (&["check"], true),
    (&["enumerate"], true),
    (&["enumerate", "--sample", "2", "--seed", "1"], true),
    (&["convert", "--to", "csv"], true),
    (&["convert", "--explain-format"], true),
    (&["minimise", "--seed", "1"], true),
    (&["vicinity"], true),
    (&["rate"], true),
    (&["rate", "--to", "csv"], true),
    (&["hint"], true),
    (&["draw"], true),
    (&["draw", "--to", "svg"], true),
    (&["canon"], true),
    (&["analyse"], true),
    (&["compare", DOTS], true),
    (&["generate", "2", "--seed", "1"], false),
    (&["sample", "grids", "2", "--seed", "1"], false),
    (&["sample", "minimal", "3", "--seed", "1"], false),
];

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("it is there")
        .map(|entry| {
            entry
                .expect("it is there")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).expect("it can be read")
}

/// Removes times from a text.
fn without_times(text: &str) -> String {
    text.split_inclusive(['\n', ' ', ','])
        .filter(|part| !part.contains(" ms") && !part.contains("seconds"))
        .collect()
}

#[test]
fn a_command_may_write_into_its_own_input() {
    for (command, has_input) in COMMANDS {
        let folder = folder();
        let input = file(&folder, "same.txt", format!("{DOTS}\n"));
        let inputs: &[&str] = if *has_input { &[&input] } else { &[] };
        let wanted = ndoku(&[command, inputs].concat());
        assert!(!wanted.out.is_empty(), "{command:?}: {}", wanted.err);
        let same = ndoku(&[command, inputs, &["-o", &input]].concat());
        assert_eq!(same.code, wanted.code, "{command:?}: {}", same.err);
        assert_eq!(
            without_times(&read(&input)),
            without_times(&wanted.out),
            "{command:?}"
        );
        assert_eq!(names(folder.path()), ["same.txt"], "{command:?}");
    }
}

/// The input is the only place of a line that could not be read, or of a puzzle that the format
/// cannot hold.
#[cfg(unix)]
#[test]
fn an_input_with_errors_is_not_replaced() {
    let large = "4 . . . . . . . . . . . . . . . .\n";
    for (arguments, text, code) in [
        (&["solve"][..], format!("{DOTS}\n12x\n"), 3),
        (&["convert", "--to", "line"], format!("{DOTS}\n12x\n"), 3),
        (&["rate"], format!("{DOTS}\n{large}"), 3),
    ] {
        let folder = folder();
        let input = file(&folder, "same.txt", &text);
        std::os::unix::fs::symlink(&input, folder.path().join("link.txt")).expect("a link");
        let link = folder.path().join("link.txt");
        let same = ndoku(&[arguments, &[&input, "-o", &link.to_string_lossy()]].concat());
        assert_eq!(same.code, code, "{arguments:?}: {}", same.err);
        assert_eq!(read(&input), text, "{arguments:?}: {}", same.err);
        assert!(
            same.err
                .contains("is an input with errors, so it stays unchanged"),
            "{arguments:?}: {}",
            same.err
        );
        let partial = folder.path().join("same.txt.partial");
        assert!(!read(&partial).is_empty(), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_redirected_input_is_not_replaced_either() {
    let folder = folder();
    let text = format!("{DOTS}\n12x\n");
    let input = file(&folder, "same.txt", &text);
    let run = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_ndoku"))
            .args(arguments)
            .stdin(fs::File::open(&input).expect("it is there"))
            .output()
            .expect("it runs")
    };
    let same = run(&["convert", "-o", &input]);
    let err = String::from_utf8_lossy(&same.stderr);
    assert_eq!((same.status.code(), read(&input)), (Some(3), text), "{err}");
    assert!(err.contains("so it stays unchanged"), "{err}");
    let unsolvable = format!("11{}", ".".repeat(79)).replacen("11", "1.......1", 1);
    fs::write(&input, &unsolvable).expect("it can be written");
    let proof = run(&["solve", "--proof", &input]);
    assert_eq!((proof.status.code(), read(&input)), (Some(2), unsolvable));
}

#[test]
fn a_numbered_picture_does_not_replace_an_input() {
    let folder = folder();
    let input = file(&folder, "p-1.svg", format!("{DOTS}\n{DOTS}\n"));
    let name = folder.path().join("p.svg");
    let drawn = ndoku(&["draw", &input, "-o", &name.to_string_lossy()]);
    assert_eq!(drawn.code, 5, "{}", drawn.err);
    assert!(
        drawn.err.contains("the picture would replace the input"),
        "{}",
        drawn.err
    );
    assert_eq!(read(&input), format!("{DOTS}\n{DOTS}\n"));
}

#[test]
fn a_dash_is_standard_output() {
    let folder = folder();
    for (command, has_input) in COMMANDS {
        let inputs: &[&str] = if *has_input { &[DOTS] } else { &[] };
        let run = |more: &[&str]| {
            let mut child = Command::new(env!("CARGO_BIN_EXE_ndoku"));
            child
                .args([command, inputs, more].concat())
                .current_dir(folder.path())
                .env("NDOKU_CONFIG", "")
                .stdin(Stdio::null());
            String::from_utf8_lossy(&child.output().expect("it runs").stdout).into_owned()
        };
        assert_eq!(
            without_times(&run(&["-o", "-"])),
            without_times(&run(&[])),
            "{command:?}"
        );
        assert_eq!(names(folder.path()), [""; 0], "{command:?}");
    }
    let resumed = ndoku(&["solve", DOTS, "-o", "-", "--resume"]);
    assert!(
        resumed.code == 2 && resumed.err.contains("--resume needs a file"),
        "{}",
        resumed.err
    );
}

#[test]
fn a_failed_run_leaves_the_old_file() {
    for (command, has_input) in COMMANDS {
        let folder = folder();
        let old = file(&folder, "old.txt", "precious");
        if *has_input {
            let failed = ndoku(&[*command, &["no such file", "-o", &old]].concat());
            assert_eq!(
                (failed.code, read(&old).as_str()),
                (66, "precious"),
                "{command:?}"
            );
        }
        let refused = ndoku(
            &[
                *command,
                &["-o", &old, "--format", "no such format", "--clues", "x"],
            ]
            .concat(),
        );
        assert_eq!(
            (refused.code, read(&old).as_str()),
            (2, "precious"),
            "{command:?}"
        );
        assert_eq!(names(folder.path()), ["old.txt"], "{command:?}");
    }
}

#[test]
fn each_page_and_picture_has_its_own_file() {
    let folder = folder();
    let input = file(&folder, "in.txt", format!("{DOTS}\n{DOTS}\n"));
    let picture = file(&folder, "x-1.svg", "precious");
    let out = folder.path().join("x.svg").to_string_lossy().into_owned();
    assert_eq!(ndoku(&["draw", &input, "-o", &out]).code, 0);
    assert!(read(&picture).starts_with("<svg"));
    assert_eq!(names(folder.path()), ["in.txt", "x-1.svg", "x-2.svg"]);
    // A file that is not written is not opened. Here that would fail.
    fs::create_dir(folder.path().join("y.svg")).expect("it can be made");
    let out = folder.path().join("y.svg").to_string_lossy().into_owned();
    let several = ndoku(&["draw", &input, "-o", &out]);
    assert_eq!(several.code, 0, "{}", several.err);
    assert_eq!(
        names(folder.path()),
        [
            "in.txt", "x-1.svg", "x-2.svg", "y-1.svg", "y-2.svg", "y.svg"
        ]
    );
}

#[cfg(unix)]
mod unix {
    use std::io::Read;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::process::Child;
    use std::time::{Duration, Instant};

    use super::*;

    /// A process that ends with its test.
    struct Guard(Child);

    impl Guard {
        /// Waits for the end. Returns the exit code and standard error.
        fn end(mut self) -> (Option<i32>, String) {
            let mut err = String::new();
            self.0
                .stderr
                .take()
                .expect("it is piped")
                .read_to_string(&mut err)
                .expect("it is text");
            (self.0.wait().expect("it ends").code(), err)
        }
    }

    impl Drop for Guard {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    /// Runs a shell script in which `$NDOKU` is the program.
    fn shell(folder: &Path, script: &str) -> (Option<i32>, String, String) {
        let ended = Command::new("sh")
            .args(["-c", script])
            .current_dir(folder)
            .env("NDOKU", env!("CARGO_BIN_EXE_ndoku"))
            .env("NDOKU_CONFIG", "")
            .stdin(Stdio::null())
            .output()
            .expect("there is a shell");
        (
            ended.status.code(),
            String::from_utf8_lossy(&ended.stdout).into_owned(),
            String::from_utf8_lossy(&ended.stderr).into_owned(),
        )
    }

    #[test]
    fn links_and_permissions_are_kept() {
        let folder = folder();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("deep")).expect("it can be made");
        let target = file(&folder, "deep/target.txt", format!("{DOTS}\n"));
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).expect("it can be set");
        symlink("deep/target.txt", path("one")).expect("it can be made");
        symlink("one", path("two")).expect("it can be made");
        fs::hard_link(&target, path("hard")).expect("it can be made");
        let two = path("two").to_string_lossy().into_owned();
        assert_eq!(ndoku(&["solve", &target, "-o", &two]).code, 0);
        assert_eq!(
            (read(&target), read(path("hard"))),
            (format!("{FULL}\n"), format!("{DOTS}\n"))
        );
        assert!(path("one").is_symlink() && path("two").is_symlink());
        assert_eq!(
            fs::metadata(&target)
                .expect("it is there")
                .permissions()
                .mode()
                & 0o777,
            0o640
        );
        // A hard link to the output is an input like any other.
        let hard = path("hard").to_string_lossy().into_owned();
        fs::hard_link(&hard, path("harder")).expect("it can be made");
        assert_eq!(
            ndoku(&["solve", &hard, "-o", &path("harder").to_string_lossy()]).code,
            0
        );
        assert_eq!(
            (read(path("harder")), read(&hard)),
            (format!("{FULL}\n"), format!("{DOTS}\n"))
        );
        // A link without a target names the file to create. A cycle of links names none.
        symlink("deep/new.txt", path("dangling")).expect("it can be made");
        assert_eq!(
            ndoku(&["solve", DOTS, "-o", &path("dangling").to_string_lossy()]).code,
            0
        );
        assert_eq!(read(path("deep/new.txt")), format!("{FULL}\n"));
        symlink("ring", path("ring")).expect("it can be made");
        let ring = ndoku(&["solve", DOTS, "-o", &path("ring").to_string_lossy()]);
        assert!(
            ring.code == 5 && ring.err.contains("too many levels of symbolic links"),
            "{}",
            ring.err
        );
        assert_eq!(names(&path("deep")), ["new.txt", "target.txt"]);
    }

    #[test]
    fn special_files_are_written_directly() {
        let folder = folder();
        let null = fs::metadata("/dev/null").expect("it is there").ino();
        assert_eq!(ndoku(&["solve", DOTS, "-o", "/dev/null"]).code, 0);
        assert_eq!(fs::metadata("/dev/null").expect("it is there").ino(), null);
        let (code, out, err) = shell(
            folder.path(),
            &format!("$NDOKU solve {DOTS} -o /dev/stdout; $NDOKU solve {DOTS} -o /dev/fd/3 3>&1"),
        );
        assert_eq!((code, out), (Some(0), format!("{FULL}\n{FULL}\n")), "{err}");
        // Other content of the file behind standard output stays.
        let (code, ..) = shell(
            folder.path(),
            &format!("(echo before; $NDOKU solve {DOTS} -o /dev/stdout; echo after) > x.txt"),
        );
        assert_eq!(
            (code, read(folder.path().join("x.txt"))),
            (Some(0), format!("before\n{FULL}\nafter\n"))
        );
        let (code, out, err) = shell(
            folder.path(),
            &format!("mkfifo p; cat p & $NDOKU solve {DOTS} -o p; wait"),
        );
        assert_eq!((code, out), (Some(0), format!("{FULL}\n")), "{err}");
        let refused = ndoku(&["solve", DOTS, "-o", "/dev/null", "--resume"]);
        assert!(
            refused.code == 2 && refused.err.contains("is not a regular file"),
            "{}",
            refused.err
        );
        let into = ndoku(&["solve", DOTS, "-o", &folder.path().to_string_lossy()]);
        assert!(
            into.code == 5 && into.err.contains("folder"),
            "{}",
            into.err
        );
    }

    /// Regular files can be in a folder below `/dev`.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_regular_file_below_dev_is_replaced() {
        let Ok(folder) = tempfile::tempdir_in("/dev/shm") else {
            return;
        };
        let path = folder.path().join("x.txt").to_string_lossy().into_owned();
        for options in [
            &[][..],
            &[],
            &["--resume"],
            &["--to", "grid"],
            &["--to", "line"],
        ] {
            let solved = ndoku(&[&["solve", DOTS, "-o", &path], options].concat());
            assert_eq!(solved.code, 0, "{options:?}: {}", solved.err);
            assert_eq!(names(folder.path()), ["x.txt"], "{options:?}");
        }
        assert_eq!(read(path), format!("{FULL}\n"));
    }

    #[test]
    fn a_closed_pipe_is_not_an_error() {
        let folder = folder();
        file(&folder, "many.txt", format!("{DOTS}\n").repeat(30_000));
        for arguments in [
            "solve",
            "solve --to grid",
            "convert --to csv",
            "solve --json",
        ] {
            let script = format!(
                "rm -f p; mkfifo p; head -c 1 p > first & $NDOKU {arguments} many.txt -o p"
            );
            let (code, _, err) = shell(folder.path(), &script);
            assert!(
                code == Some(0) && !err.contains("error"),
                "{arguments}: {code:?} {err}"
            );
        }
    }

    #[test]
    fn a_full_disk_leaves_the_old_file() {
        let folder = folder();
        let many = file(&folder, "many.txt", format!("{DOTS}\n").repeat(10_000));
        for arguments in [
            "solve",
            "solve --to grid",
            "convert",
            "check",
            "count --json",
            "canon",
            "rate --to csv",
        ] {
            let old = file(&folder, "old.txt", "precious");
            // A limit of the shell simulates a full disk: blocks of 512 bytes, in some shells of
            // 1024.
            let (code, _, err) = shell(
                folder.path(),
                &format!("ulimit -f 20; exec $NDOKU {arguments} many.txt -o old.txt"),
            );
            assert_eq!(
                (code, read(&old).as_str()),
                (Some(5), "precious"),
                "{arguments}: {err}"
            );
            assert!(
                err.contains("error: old.txt cannot be written: file too large"),
                "{arguments}: {err}"
            );
            let partial = folder.path().join("old.txt.partial");
            // The results so far are kept.
            assert!(
                partial.metadata().unwrap().len() > 0 && err.contains("old.txt.partial"),
                "{arguments}: {err}"
            );
            if arguments == "solve" {
                assert!(
                    err.contains("old.txt.partial; --resume continues from there"),
                    "{err}"
                );
                assert_eq!(
                    ndoku(&["-q", "solve", &many, "-o", &old, "--resume"]).code,
                    0
                );
                assert_eq!(read(&old), format!("{FULL}\n").repeat(10_000));
            } else {
                std::fs::remove_file(partial).unwrap();
            }
            assert_eq!(names(folder.path()), ["many.txt", "old.txt"], "{arguments}");
        }
        #[cfg(target_os = "linux")]
        for arguments in [
            &["solve"][..],
            &["convert", "--to", "csv"],
            &["draw", "--to", "text"],
        ] {
            let full = ndoku(&[arguments, &[DOTS, "-o", "/dev/full"]].concat());
            assert!(
                full.code == 5
                    && full
                        .err
                        .contains("/dev/full cannot be written: no space left"),
                "{}",
                full.err
            );
        }
    }

    #[test]
    fn unwritable_folders_and_files_are_handled() {
        let folder = folder();
        let closed = folder.path().join("closed");
        fs::create_dir(&closed).expect("it can be made");
        let open = file(&folder, "closed/open.txt", format!("{DOTS}\n"));
        let fixed = file(&folder, "fixed.txt", "precious");
        fs::set_permissions(&fixed, fs::Permissions::from_mode(0o444)).expect("it can be set");
        fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).expect("it can be set");
        // An administrator can write everywhere.
        if fs::write(closed.join("x"), "x").is_err() {
            assert_eq!(
                ndoku(&["convert", &open, "--to", "pair", "-o", &open]).code,
                0
            );
            assert_eq!(ndoku(&["solve", &open, "-o", &open]).code, 0);
            assert_eq!(read(&open), format!("{FULL}\n"));
            let nowhere = ndoku(&["solve", DOTS, "-o", &closed.join("new").to_string_lossy()]);
            assert!(
                nowhere.code == 5 && nowhere.err.contains("permission denied"),
                "{}",
                nowhere.err
            );
            let refused = ndoku(&["solve", DOTS, "-o", &fixed]);
            assert!(
                refused.code == 5 && refused.err.contains("permission denied"),
                "{}",
                refused.err
            );
            assert_eq!(read(&fixed), "precious");
        }
        fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).expect("it can be set");
    }

    #[test]
    fn an_interruption_keeps_the_old_file_and_the_results() {
        let folder = folder();
        for (number, arguments) in [
            &["generate", "100000000", "--seed", "1"][..],
            &["sample", "grids", "100000000", "--seed", "1"],
        ]
        .iter()
        .enumerate()
        {
            let old = file(&folder, &format!("{number}.txt"), "precious");
            for name in ["partial", "partial-2"] {
                let partial = folder.path().join(format!("{number}.txt.{name}"));
                let child = Guard(
                    Command::new(env!("CARGO_BIN_EXE_ndoku"))
                        .args([arguments, &["-o", &old][..]].concat())
                        .stdin(Stdio::null())
                        .stderr(Stdio::piped())
                        .spawn()
                        .expect("it starts"),
                );
                let limit = Instant::now() + Duration::from_secs(60);
                while fs::metadata(&partial).map_or(0, |metadata| metadata.len()) == 0 {
                    assert!(Instant::now() < limit, "nothing is written");
                    std::thread::sleep(Duration::from_millis(5));
                }
                interrupt_after(&child.0, Duration::ZERO);
                let (status, err) = child.end();
                assert_eq!(
                    (status, read(&old).as_str()),
                    (Some(130), "precious"),
                    "{err}"
                );
                assert!(
                    err.contains(&format!("the results so far are in {}", partial.display())),
                    "{err}"
                );
                assert!(read(&partial).lines().count() > 0 && read(&partial).ends_with('\n'));
            }
        }
    }

    #[test]
    fn the_input_is_not_resumed() {
        let folder = folder();
        let input = file(&folder, "in.txt", format!("{DOTS}\n"));
        let partial = file(&folder, "out.txt.partial", format!("{DOTS}\n"));
        let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        symlink("in.txt", path("soft")).expect("it can be made");
        fs::hard_link(&input, path("hard")).expect("it can be made");
        for output in [&input, &path("soft"), &path("hard")] {
            let refused = ndoku(&["solve", &input, "-o", output, "--resume"]);
            assert!(
                refused.code == 2 && refused.err.contains("is the input and the output"),
                "{}",
                refused.err
            );
        }
        let refused = ndoku(&["solve", &partial, "-o", &path("out.txt"), "--resume"]);
        assert!(
            refused.code == 2 && refused.err.contains("is the input and the output"),
            "{}",
            refused.err
        );
        let (code, _, err) = shell(folder.path(), "$NDOKU solve -o in.txt --resume < in.txt");
        assert!(
            code == Some(2) && err.contains("is the input and the output"),
            "{err}"
        );
        assert_eq!(
            (read(&input), read(&partial)),
            (format!("{DOTS}\n"), format!("{DOTS}\n"))
        );
    }
}

#[test]
fn output_of_other_programs_is_not_resumed() {
    let folder = folder();
    let input = file(&folder, "in.txt", format!("{DOTS}\n").repeat(3));
    let answer = format!("{FULL}\n");
    for (foreign, what) in [
        (
            "precious".to_owned(),
            "ends with text that is not the answer to puzzle 1",
        ),
        ("1\n2\n".to_owned(), "line 1"),
        (
            DOTS.to_owned(),
            "ends with text that is not the answer to puzzle 1",
        ),
        (format!("{DOTS}\n"), "line 1"),
        (format!("{answer}precious\n{answer}"), "line 2"),
        (format!("{answer}\n{answer}"), "line 2"),
        (
            format!("{answer}precious"),
            "ends with text that is not the answer to puzzle 2",
        ),
        (
            format!("{answer}{answer}{answer}precious"),
            "ends with text that is not an answer",
        ),
        (
            format!("{answer}{answer}{answer}{answer}"),
            "4 lines, but the input has only 3 puzzles",
        ),
        ("\u{0}\u{1}\n\u{ff}".to_owned(), "line 1"),
        (
            "x".repeat(3 << 20),
            "ends with text that is not the answer to puzzle 1",
        ),
        (format!("{}\n", "x".repeat(3 << 20)), "line 1"),
    ] {
        for name in ["out.txt", "out.txt.partial"] {
            for options in [
                &[][..],
                &["--to", "pair"],
                &["--json"],
                &["--block", "100"],
                &["--block", "0"],
            ] {
                // A pair begins with its puzzle.
                if foreign == DOTS && options.contains(&"pair") {
                    continue;
                }
                let path = file(&folder, name, &foreign);
                let output = folder.path().join("out.txt").to_string_lossy().into_owned();
                let run = ndoku(&[&["solve", &input, "--resume", "-o", &output], options].concat());
                assert_eq!(run.code, 2, "{what} {options:?}: {}", run.err);
                let is_line = options.is_empty() || options[0] == "--block";
                assert!(
                    !is_line || run.err.contains(what),
                    "{what} {options:?}: {}",
                    run.err
                );
                assert_eq!(read(&path), foreign, "{what} {options:?}");
                fs::remove_file(path).expect("it is there");
                assert_eq!(names(folder.path()), ["in.txt"]);
            }
        }
    }
}

#[test]
fn results_of_an_unfinished_run_are_not_overwritten() {
    let folder = folder();
    let input = file(&folder, "in.txt", format!("{DOTS}\n").repeat(3));
    let partial = file(&folder, "out.txt.partial", format!("{FULL}\n534"));
    let out = folder.path().join("out.txt").to_string_lossy().into_owned();
    let refused = ndoku(&["solve", &input, "-o", &out]);
    assert!(
        refused.code == 2
            && refused
                .err
                .contains("holds the results of an unfinished run"),
        "{}",
        refused.err
    );
    assert_eq!(read(&partial), format!("{FULL}\n534"));
    let resumed = ndoku(&["solve", &input, "-o", &out, "--resume"]);
    assert_eq!(
        (resumed.code, resumed.err.as_str()),
        (
            0,
            "resumed after 1 puzzle\n2 puzzles: 2 unique, 0 multiple, 0 none\n"
        )
    );
    assert_eq!(
        (read(&out), names(folder.path())),
        (
            format!("{FULL}\n").repeat(3),
            vec!["in.txt".to_owned(), "out.txt".to_owned()]
        )
    );
    // The file is complete, and is complete again after more puzzles are added.
    assert_eq!(ndoku(&["solve", &input, "-o", &out, "--resume"]).code, 0);
    assert_eq!(read(&out), format!("{FULL}\n").repeat(3));
    fs::OpenOptions::new()
        .append(true)
        .open(&input)
        .and_then(|mut input| writeln!(input, "{DOTS}"))
        .expect("it can be written");
    assert_eq!(
        ndoku(&["solve", &input, "-o", &out, "--resume"]).err,
        "resumed after 3 puzzles\n"
    );
    assert_eq!(read(&out), format!("{FULL}\n").repeat(4));
    // Other commands use another name.
    let partial = file(&folder, "out.txt.partial", "precious");
    assert_eq!(
        ndoku_with(&["convert", "-o", &out], DOTS.as_bytes()).code,
        0
    );
    assert_eq!(
        (read(&out), read(&partial)),
        (format!("{DOTS}\n"), "precious".to_owned())
    );
}
