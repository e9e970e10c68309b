// Runs a test program of WebAssembly in Node: `node wasi.mjs PROGRAM ARGUMENT…`. It sees the files of this machine, since tests read their data from there.
import { readFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { WASI } from 'node:wasi';

// Node 20 crashes after programs that run for a second, if compiled code calls WASI directly.
setFlagsFromString('--no-turbo-fast-api-calls');

const wasi = new WASI({ version: 'preview1', args: argv.slice(2), env: {}, preopens: { '/': '/' }, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(argv[2]));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
