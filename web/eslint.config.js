// Lints of the page. Formatting is Prettier's.

import js from '@eslint/js';
import ts from 'typescript-eslint';

/** Names that a browser, Node or the build defines. */
const GLOBALS = ['self', 'caches', 'fetch', 'Request', 'URL', 'process', '__FILES__', '__LATER__'];

export default ts.config(
  { ignores: ['dist', '.test', 'node_modules', 'src/engine/openapi.d.ts'] },
  js.configs.recommended,
  ...ts.configs.strict,
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: { globals: Object.fromEntries(GLOBALS.map((name) => [name, 'readonly'])) },
  },
  {
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // Elements of typed arrays and of lists with a known length.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    },
  },
  { files: ['test/figures.ts', 'test/sizes.ts'], rules: { 'no-console': 'off' } },
);
