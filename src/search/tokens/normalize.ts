import { SIMPLIFIED, TRADITIONAL } from '../../platform/language/variants.ts';

/** A text as it is compared. Without `offsets`, each character is where it was. */
export type Normalized = {
  text: string;
  /** For each code unit of `text`, and its end: where it was in the original. */
  offsets?: Uint32Array;
};

/** What becomes of each code unit; 0: not looked up yet. Filled as characters are met. */
const known = new Uint16Array(0x1_0000);
/** In `known`: becomes several code units. U+0001 occurs in no text. */
const SEVERAL = 1;
const LATIN_WITH_MARK = /^[\u00c0-\u024f\u1e00-\u1eff]$/;

let simplified: Map<string, string> | undefined;

/**
 * Width, case, accents of Latin letters, traditional Chinese characters: what people type in another way and mean alike.
 * Character by character, because the offsets of the original are needed to mark what was found.
 */
export function normalize(text: string): Normalized {
  const units = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    const normalized = known[unit] || learn(unit);
    if (normalized === SEVERAL) return normalizeWithOffsets(text);
    units[index] = normalized;
  }
  return { text: toText(units) };
}

function normalizeWithOffsets(text: string): Normalized {
  const parts: string[] = [];
  const offsets: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    const single = known[unit] || learn(unit);
    const part = single === SEVERAL ? normalizeUnit(unit) : String.fromCharCode(single);
    parts.push(part);
    for (let unitOf = 0; unitOf < part.length; unitOf += 1) offsets.push(index);
  }
  offsets.push(text.length);
  return { text: parts.join(''), offsets: Uint32Array.from(offsets) };
}

function learn(unit: number): number {
  const normalized = normalizeUnit(unit);
  const value = normalized.length === 1 ? normalized.charCodeAt(0) : SEVERAL;
  known[unit] = value;
  return value;
}

function normalizeUnit(unit: number): string {
  // Half of a character outside the first plane, or a control character.
  if ((unit >= 0xd800 && unit <= 0xdfff) || unit < 0x20)
    return unit > 0x20 ? String.fromCharCode(unit) : ' ';
  const plain = String.fromCharCode(unit).normalize('NFKC').toLowerCase();
  if (LATIN_WITH_MARK.test(plain)) return plain.normalize('NFD').replace(/\p{M}/gu, '');
  // İ becomes i and a mark.
  const normalized = plain.length > 1 ? plain.replace(/\p{M}/gu, '') : plain;
  return simplify(normalized) || ' ';
}

function simplify(text: string): string {
  simplified ??= new Map(
    Array.from(TRADITIONAL, (character, index) => [character, SIMPLIFIED.charAt(index)]),
  );
  return text.length === 1 ? (simplified.get(text) ?? text) : text;
}

function toText(units: Uint16Array): string {
  return Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le');
}
