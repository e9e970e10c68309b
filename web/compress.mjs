// Compresses the larger files of `dist` with Brotli as `NAME.br`, for servers that send such files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const root = new URL('dist', import.meta.url).pathname;
for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (!entry.isFile() || !/\.(css|html|js|json|svg|ttf|wasm|webmanifest)$/.test(path)) continue;
  const plain = readFileSync(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  const small = brotliCompressSync(plain, { params });
  if (small.length < 0.9 * plain.length) writeFileSync(`${path}.br`, small);
}
