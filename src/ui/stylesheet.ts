import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

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

const text = FILES.map((name) =>
  readFileSync(new URL(`./css/${name}.css`, import.meta.url), 'utf8'),
).join('\n');
const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);

/** The one style sheet of the site. Its address names its content, so it may be kept for ever. */
export const STYLESHEET = { url: `/assets/site.${hash}.css`, text };
