import {
  BREAK,
  INVISIBLE,
  isLatin,
  KNOWN,
  leetSign,
  normalizeCharacter,
  PLAIN,
  SEPARATOR,
  SYMBOL,
  type SymbolPair,
} from './symbols.ts';

/** A word is not continued after more separators than this. */
const GAP_MAX = 3;

/** A text as it is compared: separators left out, with the positions in the text that its symbols come from. */
export type Normalized = {
  length: number;
  symbols: Uint16Array;
  /** The same before leetspeak. */
  plain: Uint16Array;
  /** Where each symbol begins and ends in the text. */
  starts: Uint32Array;
  ends: Uint32Array;
};

/** The longest that NFKC makes of one character is 18. */
const GROWTH = 4;

export function normalizeText(text: string): Normalized {
  const room = text.length * GROWTH + 18;
  const result: Normalized = {
    length: 0,
    symbols: new Uint16Array(room),
    plain: new Uint16Array(room),
    starts: new Uint32Array(room),
    ends: new Uint32Array(room),
  };
  // Local names: the loop reads them for every character.
  const [known, plainOf, symbolOf] = [KNOWN, PLAIN, SYMBOL];
  const [separator, invisible] = [SEPARATOR, INVISIBLE];
  let gap = 0;
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at);
    const symbol = symbolOf[unit] as number;
    if (known[unit] === 1 && symbol !== separator) {
      if (symbol !== invisible) {
        appendSymbols(result, plainOf[unit] as number, symbol, at);
        gap = 0;
      }
      at += 1;
      continue;
    }
    const code = text.codePointAt(at) as number;
    const end = at + (code > 0xffff ? 2 : 1);
    const sign = isBetweenLatin(text, at) ? leetSign(code) : undefined;
    for (const pair of sign ? [sign] : normalizeCharacter(code)) {
      if (pair.symbol === INVISIBLE) continue;
      if (pair.symbol === SEPARATOR) {
        gap += 1;
        if (gap === GAP_MAX + 1) append(result, BROKEN, at, end);
        continue;
      }
      gap = 0;
      append(result, pair, at, end);
    }
    at = end;
  }
  return result;
}

const BROKEN: SymbolPair = { plain: BREAK, symbol: BREAK };

/** Without an object for each character: nearly all take this way. */
function appendSymbols(to: Normalized, plain: number, symbol: number, at: number): void {
  const { length } = to;
  if (length === to.symbols.length) return;
  to.symbols[length] = symbol;
  to.plain[length] = plain;
  to.starts[length] = at;
  to.ends[length] = at + 1;
  to.length = length + 1;
}

function append(to: Normalized, pair: SymbolPair, start: number, end: number): void {
  const { length } = to;
  // A text of expanding characters only: the rest is not compared, and cannot be read either.
  if (length === to.symbols.length) return;
  to.symbols[length] = pair.symbol;
  to.plain[length] = pair.plain;
  to.starts[length] = start;
  to.ends[length] = end;
  to.length = length + 1;
}

function isBetweenLatin(text: string, at: number): boolean {
  return at > 0 && isLatin(text.charCodeAt(at - 1)) && isLatin(text.charCodeAt(at + 1));
}
