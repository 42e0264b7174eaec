import { lazy } from '../platform/cache/lazy.ts';
import { Refusal } from '../refusals.ts';

/** Common in China, but ranked too low by an international list. */
const LOCAL = [
  'woaini1314',
  'woaini123',
  'woaiwojia',
  'caonima123',
  '5201314a',
  '13145200',
  '1314520520',
  'qq123456789',
  'asd12345',
  'qwe12345',
  '123456abc',
  '112233445566',
  '5201314520',
  'woaini520',
  'a123456789',
  'qq123456',
  '1qaz2wsx',
  'wodemima',
];

/** Words that anybody guesses on this site. docs/operations.md lists them. */
export const SITE_WORDS = ['lamplight', 'denghuo', '灯火', 'admin', 'owner', 'member'];
/** A password of such words with a date or a few digits and signs is still guessed. */
const SITE_WORD_REST_MAX = 8;

const COMMONEST = 10_000;

/** The list omits patterns such as 88888888, 123123123, 87654321 and abcdefgh, so they are checked here. */
const ROWS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl'];
const REPEATED = /^(.{1,4})\1+$/su;
const REPEATED_MAX = 16;

/** Unpacking the list takes a tenth of a second, so not at start-up. */
const commonPasswords = lazy(async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const listed = (dictionary['passwords-common'] ?? []).slice(0, COMMONEST);
  return new Set([...listed.map(String), ...LOCAL]);
});

/** D10: attackers try the commonest passwords first, so length alone is not enough. */
export async function assertUncommonPassword(password: string, pointer: string): Promise<void> {
  const lowerCase = password.toLowerCase();
  const common = await commonPasswords();
  if (!common.has(lowerCase) && !isMonotonous(lowerCase) && !isOfSiteWords(lowerCase)) return;
  throw new Refusal(
    'password_too_common',
    {},
    { fields: [{ pointer, detail: 'one of the most common passwords' }] },
  );
}

function isOfSiteWords(password: string): boolean {
  const rest = SITE_WORDS.reduce((text, word) => text.replaceAll(word, ''), password);
  return rest !== password && rest.length <= SITE_WORD_REST_MAX && !/\p{L}/u.test(rest);
}

function isMonotonous(password: string): boolean {
  if (password.length <= REPEATED_MAX && REPEATED.test(password)) return true;
  const backwards = [...password].reverse().join('');
  return ROWS.some((row) => row.includes(password) || row.includes(backwards));
}
