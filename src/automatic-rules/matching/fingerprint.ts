import { createHash } from 'node:crypto';
import { normalizeText } from './normalize.ts';
import { BREAK } from './symbols.ts';

const BYTES = 16;

/** The same for texts that differ in signs, spaces, width, case or look-alike letters only. Undefined for a short text. */
export function fingerprintOf(text: string, symbolsMin: number): Buffer | undefined {
  const { symbols, length } = normalizeText(text);
  const symbolsOnly = symbols.subarray(0, length).filter((symbol) => symbol !== BREAK);
  if (symbolsOnly.length < symbolsMin) return undefined;
  return hashOf(
    'text',
    new Uint8Array(symbolsOnly.buffer, symbolsOnly.byteOffset, symbolsOnly.byteLength),
  );
}

/** What is counted is distinguished by its kind. */
export function hashOf(kind: string, value: string | Uint8Array): Buffer {
  return createHash('sha256').update(`${kind}\n`).update(value).digest().subarray(0, BYTES);
}
