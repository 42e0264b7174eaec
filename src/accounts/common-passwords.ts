import { dictionary } from '@zxcvbn-ts/language-common';
import { Refusal } from '../refusals.ts';

/** Habits of Chinese keyboards that an international list ranks too low. */
const LOCAL = [
  'woaini1314',
  '5201314520',
  'woaini520',
  'a123456789',
  'qq123456',
  '1qaz2wsx',
  'wodemima',
  'lamplight',
];

const COMMONEST = 10_000;

const COMMON = new Set<string>([
  ...(dictionary['passwords-common'] ?? []).slice(0, COMMONEST).map(String),
  ...LOCAL,
]);

/** D10: the commonest passwords are the first ones tried, so length alone does not make them good. */
export function assertUncommonPassword(password: string, pointer: string): void {
  if (!COMMON.has(password.toLowerCase())) return;
  throw new Refusal(
    'password_too_common',
    {},
    { fields: [{ pointer, detail: 'one of the most common passwords' }] },
  );
}
