/** SPEC §8: looking people up is open from this level on. */
export const SEARCH_LEVEL = 3;

/** D43: how many days of the ledger the personal tab shows. */
export const ENERGY_PANEL_DAYS = 7;

/** D39 */
export const USERNAME_MIN = 2;
export const USERNAME_MAX = 20;
export const SIGNATURE_MAX = 80;
/** SPEC §8 */
const RENAME_COST = 6;

/** White space, controls, what turns the direction of the text and what shows nothing (U+2800 is a blank). */
const UNSEEN = /[\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** What would break or turn a line of text. */
const UNRULY = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const VISIBLE = /[^\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** D10: what people without a name are called. */
const STAND_IN = /^(?:用户|user)\p{N}+$/u;

/** D39: two spellings of one name are one name. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** The name as it is kept. */
export function readUsername(text: string): string {
  return text.trim().normalize('NFC');
}

/**
 * D39: why a text cannot be a name; undefined where it can. Looked at as it is compared, since a wide ＠ is an
 * @ and one sign may stand for a whole sentence.
 */
export function findNameFault(name: string): string | undefined {
  const folded = foldName(name);
  if (![name, folded].every((one) => isBetween([...one].length, USERNAME_MIN, USERNAME_MAX)))
    return `${USERNAME_MIN} to ${USERNAME_MAX} characters`;
  if (UNSEEN.test(folded)) return 'no white space and nothing invisible';
  if (folded.includes('@')) return 'no @, which begins a mention';
  if (/^\p{M}/u.test(folded)) return 'begins with a mark that belongs to a letter before it';
  if (/^\p{N}+$/u.test(folded)) return 'not only digits, which would look like a uid';
  if (STAND_IN.test(folded)) return 'looks like somebody who has no name';
  return undefined;
}

/** The line as it is kept: one in which nothing can be seen is empty. */
export function readSignature(text: string): string {
  return VISIBLE.test(text) ? text.trim() : '';
}

export function findSignatureFault(signature: string): string | undefined {
  if ([...signature].length > SIGNATURE_MAX) return `at most ${SIGNATURE_MAX} characters`;
  if (UNRULY.test(signature)) return 'one line of plain text';
  return undefined;
}

/** SPEC §8, D39: the first is free, as long as no name has taken effect. */
export function renameCost(hadName: boolean): number {
  return hadName ? RENAME_COST : 0;
}

function isBetween(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}
