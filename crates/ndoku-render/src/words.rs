//! The words of a drawing in each language: legends, and descriptions for people who cannot see it.
//!
//! The headings, captions and explanations of a drawing come from its creator. Names that a layout
//! gives its own houses stay as they are.

mod rules;

use ndoku_core::{HighlightRole, Layout};

/// The words of a language.
#[derive(Debug)]
pub(crate) struct Words {
    /// The code of the language, by ISO 639-1.
    code: &'static str,
    pattern: &'static str,
    base: &'static str,
    cover: &'static str,
    fin: &'static str,
    pivot: &'static str,
    on: &'static str,
    off: &'static str,
    group: &'static str,
    placed: &'static str,
    eliminated: &'static str,
    pub(crate) strong_link: &'static str,
    pub(crate) weak_link: &'static str,
    pub(crate) strong_links: &'static str,
    pub(crate) weak_links: &'static str,
    pub(crate) row: &'static str,
    pub(crate) rules: &'static str,
    /// Between a digit and its cell: `5 in r1c2`.
    pub(crate) within: &'static str,
    pub(crate) and: &'static str,
    /// Between the ends of a link.
    pub(crate) to: &'static str,
    /// The first words of the names of houses, in English and in the language.
    houses: &'static [(&'static str, &'static str)],
    /// The IDs of rules, and their names in the language.
    rules_by_id: &'static [(&'static str, &'static str)],
    /// The ways to divide a layout into boxes, in English and in the language.
    boxes: &'static [(&'static str, &'static str)],
}

/// The words of all languages, English first.
static LANGUAGES: [Words; 3] = [
    Words {
        code: "en",
        pattern: "pattern",
        base: "base",
        cover: "cover",
        fin: "fin",
        pivot: "pivot",
        on: "true",
        off: "false",
        group: "group",
        placed: "placed",
        eliminated: "ruled out",
        strong_link: "strong link",
        weak_link: "weak link",
        strong_links: "strong links",
        weak_links: "weak links",
        row: "row",
        rules: "rules",
        within: "in",
        and: "and",
        to: "to",
        houses: &[],
        rules_by_id: &[],
        boxes: &[],
    },
    Words {
        code: "de",
        pattern: "Muster",
        base: "Basis",
        cover: "Abdeckung",
        fin: "Flosse",
        pivot: "Drehpunkt",
        on: "wahr",
        off: "falsch",
        group: "Gruppe",
        placed: "gesetzt",
        eliminated: "ausgeschlossen",
        strong_link: "starke Verknüpfung",
        weak_link: "schwache Verknüpfung",
        strong_links: "starke Verknüpfungen",
        weak_links: "schwache Verknüpfungen",
        row: "Zeile",
        rules: "Regeln",
        within: "in",
        and: "und",
        to: "zu",
        houses: &[
            ("row", "Zeile"),
            ("column", "Spalte"),
            ("box", "Box"),
            ("region", "Region"),
            ("window", "Fenster"),
            ("disjoint group", "Gruppe"),
            ("color", "Farbe"),
            ("extra house", "Zusatzeinheit"),
            ("cage", "Käfig"),
            ("main diagonal", "Hauptdiagonale"),
            ("anti-diagonal", "Gegendiagonale"),
            ("center-dot", "Einheit der Mittelpunkte"),
            ("asterisk", "Stern"),
            ("girandola", "Girandola"),
        ],
        rules_by_id: &rules::DE,
        boxes: &[
            ("boxes", "Boxen"),
            ("no boxes", "ohne Boxen"),
            ("jigsaw regions", "Jigsaw-Regionen"),
        ],
    },
    Words {
        code: "es",
        pattern: "patrón",
        base: "base",
        cover: "cobertura",
        fin: "aleta",
        pivot: "pivote",
        on: "verdadero",
        off: "falso",
        group: "grupo",
        placed: "colocado",
        eliminated: "descartado",
        strong_link: "enlace fuerte",
        weak_link: "enlace débil",
        strong_links: "enlaces fuertes",
        weak_links: "enlaces débiles",
        row: "fila",
        rules: "reglas",
        within: "en",
        and: "y",
        to: "a",
        houses: &[
            ("row", "fila"),
            ("column", "columna"),
            ("box", "caja"),
            ("region", "región"),
            ("window", "ventana"),
            ("disjoint group", "grupo disjunto"),
            ("color", "color"),
            ("extra house", "unidad adicional"),
            ("cage", "jaula"),
            ("main diagonal", "diagonal principal"),
            ("anti-diagonal", "diagonal secundaria"),
            ("center-dot", "unidad de los centros"),
            ("asterisk", "asterisco"),
            ("girandola", "girándula"),
        ],
        rules_by_id: &rules::ES,
        boxes: &[
            ("boxes", "cajas"),
            ("no boxes", "sin cajas"),
            ("jigsaw regions", "regiones de jigsaw"),
        ],
    },
];

impl Words {
    /// Returns the words of a language, or the English words for an unknown code.
    pub(crate) fn of(code: &str) -> &'static Self {
        let known = LANGUAGES.iter().find(|words| words.code == code);
        known.unwrap_or(&LANGUAGES[0])
    }

    /// Returns the name of a role. A group has its number.
    pub(crate) fn role(&self, role: HighlightRole) -> String {
        let name = match role {
            HighlightRole::Pattern => self.pattern,
            HighlightRole::Base => self.base,
            HighlightRole::Cover => self.cover,
            HighlightRole::Fin => self.fin,
            HighlightRole::Pivot => self.pivot,
            HighlightRole::On => self.on,
            HighlightRole::Off => self.off,
            HighlightRole::Placed => self.placed,
            HighlightRole::Eliminated => self.eliminated,
            HighlightRole::Group(number) => {
                return format!("{} {}", self.group, u16::from(number) + 1);
            }
        };
        name.to_owned()
    }

    /// Returns the name of a house. Names that a layout gives its own houses stay as they are.
    pub(crate) fn house(&self, name: &str) -> String {
        let is_rest = |rest: &str| rest.starts_with(' ') && !rest[1..].contains(' ');
        translate(self.houses, name, is_rest).unwrap_or_else(|| name.to_owned())
    }

    /// Returns the text of a rule, which begins with its ID, with the name in the language:
    /// `whisper 5` is `Whispers 5`, and in English it stays.
    pub(crate) fn rule(&self, text: &str) -> String {
        let is_rest = |rest: &str| rest.starts_with([' ', ':']);
        translate(self.rules_by_id, text, is_rest).unwrap_or_else(|| text.to_owned())
    }

    /// Names the size of a layout, its boxes, diagonals and rules.
    pub(crate) fn layout(&self, layout: &Layout) -> String {
        let name = |name: &String| {
            translate(self.boxes, name, |rest| rest.starts_with(' '))
                .or_else(|| translate(self.rules_by_id, name, |_| false))
                .unwrap_or_else(|| self.house(name))
        };
        let names: Vec<String> = layout.feature_names().iter().map(name).collect();
        names.join(", ")
    }
}

/// Translates the beginning of a text, if it is in a table and `is_rest` accepts what follows.
fn translate(table: &[(&str, &str)], text: &str, is_rest: impl Fn(&str) -> bool) -> Option<String> {
    table.iter().find_map(|(from, to)| {
        let rest = text.strip_prefix(from)?;
        (rest.is_empty() || is_rest(rest)).then(|| format!("{to}{rest}"))
    })
}

/// Capitalizes the first letter.
pub(crate) fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(letters)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_and_roles_have_names_in_each_language() {
        let names = |name: &str| ["en", "de", "es", "fr"].map(|code| Words::of(code).house(name));
        assert_eq!(names("row 3"), ["row 3", "Zeile 3", "fila 3", "row 3"]);
        assert_eq!(
            names("disjoint group 4")[1..3],
            ["Gruppe 4", "grupo disjunto 4"]
        );
        assert_eq!(names("main diagonal")[1], "Hauptdiagonale");
        // Own houses, whose names only begin like others.
        assert_eq!(names("rows of the house")[1], "rows of the house");
        assert_eq!(names("box of my aunt")[1], "box of my aunt");
        assert_eq!(Words::of("de").role(HighlightRole::Group(1)), "Gruppe 2");
        assert_eq!(capitalize("über"), "Über");
    }

    #[test]
    fn rules_and_layouts_have_names_in_each_language() {
        let names = |text: &str| ["en", "de", "es"].map(|code| Words::of(code).rule(text));
        assert_eq!(
            names("anti-knight"),
            ["anti-knight", "Anti-Springer", "Anticaballo"]
        );
        assert_eq!(names("whisper 5")[1], "Whispers 5");
        assert_eq!(names("killer 9: r1c1 r1c2")[1], "Killer 9: r1c1 r1c2");
        assert_eq!(names("clone: r1c1; r2c2")[1], "Klon: r1c1; r2c2");
        // The longer ID is another rule.
        assert_eq!(names("xv-negative")[1], "Negatives XV");
        assert_eq!(names("sandwiches")[1], "sandwiches");
        let layout = Layout::builder(6).x().rule("anti-king").build().unwrap();
        assert_eq!(
            Words::of("de").layout(&layout),
            "6×6, Boxen 3×2, Hauptdiagonale, Gegendiagonale, Anti-König"
        );
        assert_eq!(Words::of("en").layout(&layout), layout.to_string());
    }

    #[test]
    fn every_rule_has_a_name() {
        for words in &LANGUAGES[1..] {
            for rule in ndoku_core::constraint::RULES {
                let id = rule.id;
                let named = words.rules_by_id.iter().any(|(known, _)| *known == id);
                assert!(named, "{id} in {}", words.code);
            }
        }
    }

    /// The page has this table in a file for each language, which `NDOKU_RENEW=1` writes.
    #[test]
    fn the_page_has_the_same_names_of_rules() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/texts");
        if !std::path::Path::new(folder).exists() {
            return;
        }
        for words in &LANGUAGES[1..] {
            let code = words.code;
            let mut text = format!(
                "// The names of rules. `NDOKU_RENEW=1 cargo test -p ndoku-render` writes this file \
                from\n// crates/ndoku-render/src/words/rules.rs.\n\nexport const {code}Rules = {{\n"
            );
            for (id, name) in words.rules_by_id {
                text += &format!("  'rule.{id}': '{name}',\n");
            }
            text += "} as const;\n";
            let file = format!("{folder}/rules-{code}.ts");
            if std::env::var_os("NDOKU_RENEW").is_some() {
                std::fs::write(&file, &text).unwrap();
            }
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text, "{file}");
        }
    }
}
