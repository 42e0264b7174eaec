/** SPEC §8: searching for users needs this level. */
export const SEARCH_LEVEL = 3;

/** D43: how many days of the ledger the personal tab shows. */
export const ENERGY_PANEL_DAYS = 7;

/** D39 */
export const USERNAME_MIN = 2;
export const USERNAME_MAX = 20;
export const SIGNATURE_MAX = 80;
/** SPEC §8 */
const RENAME_COST = 6;

/** White space, controls, direction marks and invisible characters (U+2800 is a blank). */
const INVISIBLE = /[\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Characters that break a line or change its direction. */
const NOT_ONE_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const VISIBLE = /[^\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** D10: names of users without a username. */
const DEFAULT_NAME = /^(?:用户|user)\p{N}+$/u;

/** D39: two spellings of one name are one name. */
export function normalizeName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** The name as it is stored. */
export function readUsername(text: string): string {
  return text.trim().normalize('NFC');
}

/**
 * D39: why a text cannot be a name; undefined if it can. Checks the normalized name: a wide ＠ is an @, and one sign
 * may normalize to a whole sentence.
 */
export function findNameFault(name: string): string | undefined {
  const normalized = normalizeName(name);
  if (![name, normalized].every((one) => isBetween([...one].length, USERNAME_MIN, USERNAME_MAX)))
    return `${USERNAME_MIN} to ${USERNAME_MAX} characters`;
  if (INVISIBLE.test(normalized)) return 'no white space and nothing invisible';
  if (normalized.includes('@')) return 'no @, which begins a mention';
  if (/^\p{M}/u.test(normalized)) return 'begins with a mark that belongs to a letter before it';
  if (/^\p{N}+$/u.test(normalized)) return 'not only digits, which would look like a uid';
  if (DEFAULT_NAME.test(normalized)) return 'looks like a default name';
  return undefined;
}

/** The signature as it is stored: empty if it has no visible character. */
export function readSignature(text: string): string {
  return VISIBLE.test(text) ? text.trim() : '';
}

export function findSignatureFault(signature: string): string | undefined {
  if ([...signature].length > SIGNATURE_MAX) return `at most ${SIGNATURE_MAX} characters`;
  if (NOT_ONE_LINE.test(signature)) return 'one line of plain text';
  return undefined;
}

/** SPEC §8, D39: free until the first name was accepted. */
export function renameCost(hadName: boolean): number {
  return hadName ? RENAME_COST : 0;
}

function isBetween(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}

/** Ends a cause: a second decision after an undo moves the same energy again. */
export function afterUndo({ undone }: { undone: number }): string {
  return undone > 0 ? `:${undone}` : '';
}
