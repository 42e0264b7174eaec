import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packagePath } from '../../../paths.ts';
import { lazy } from '../../cache/lazy.ts';
import type { CardFiles } from './card.ts';

/** `npm run build` writes here, whether the server runs from the sources or from `dist`. */
const DIRECTORY = 'dist/pictures/';

export function cardFiles(): CardFiles {
  const path = (name: string) => fileURLToPath(packagePath(`${DIRECTORY}${name}`));
  return { title_font: path('title.ttf'), text_font: path('text.ttf'), logo: path('logo.png') };
}

/** An icon or a picture of the site. Small, and never changed while the server runs. */
export function readPicture(name: string): Buffer {
  return readFileSync(packagePath(`${DIRECTORY}${name}`));
}

const characters = lazy(
  () => new Set(readFileSync(packagePath(`${DIRECTORY}characters.txt`), 'utf8')),
);

/**
 * The text as a share picture can draw it, without emoji; null if the fonts lack one of its characters, because a box
 * instead would be worse than no text.
 */
export function drawableText(text: string): string | null {
  const known = characters();
  let drawable = '';
  for (const character of text.normalize('NFC')) {
    if (known.has(character)) drawable += character;
    else if (/\s/.test(character)) drawable += ' ';
    else if (!EMOJI.test(character)) return null;
  }
  return drawable.replace(/ +/g, ' ').trim() || null;
}

/** Also what joins and varies emoji, and characters that are never visible. */
const EMOJI =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Cf}\p{Cc}\p{Variation_Selector}]|\u20e3/u;
