import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { sourcePath } from '../paths.ts';
import type { Asset } from './assets.ts';

/** Later files win inside a layer, so the order is written down. */
const FILES = [
  'tokens',
  'base',
  'shell',
  'controls',
  'surfaces',
  'kit',
  'prose',
  'reading',
  'comments',
  'space',
  'joining',
  'studio',
  'write',
  'inbox',
  'settings',
  'admin',
  'docs',
];
const HASH_LENGTH = 12;
/** Packed at every start, so not as small as it could be. */
const QUALITY = 9;

const text = FILES.map((name) => readFileSync(sourcePath(`ui/css/${name}.css`), 'utf8'))
  .join('\n')
  // Comments and indents are for those who write it.
  .replace(/\/\*[\s\S]*?\*\//g, '')
  .replace(/\n\s*/g, '\n');
const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);

/** The one style sheet of the site. Its address names its content, so it may be kept for ever. */
export const STYLESHEET = {
  url: `/assets/site.${hash}.css`,
  asset: {
    type: 'text/css; charset=utf-8',
    body: Buffer.from(text),
    br: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  } satisfies Asset,
};
