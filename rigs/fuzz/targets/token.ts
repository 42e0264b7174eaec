import { isGenuine, mintToken, parseToken } from '../../../src/accounts/tokens.ts';
import { createSecrets } from '../../../src/platform/secrets.ts';
import { assert, textOf, timed } from '../support.ts';

const secrets = createSecrets('a key for fuzzing that is long enough to be one');
const session = { uid: 7, id: 'A'.repeat(22), salt: Buffer.alloc(32, 7), transport: 'cookie' };
const genuine = mintToken(secrets, 'access', session, 1);

export const LENGTH_MAX = 300;
export const WORDS = [
  'v2.',
  'v2.7.',
  '9007199254740993.',
  '.1.',
  '.0.',
  '.999999999.',
  session.id,
  'B'.repeat(43),
  genuine,
  `${genuine} `,
  genuine.replace('.1.', '.2.'),
];

/** A20, A27: a token has exactly our form or is invalid, and only we can create a valid one. */
export function fuzz(input: Buffer): void {
  const text = textOf(input);
  const token = timed(() => parseToken(text));
  if (!token) return;
  const { uid, session_id, generation, mac } = token;
  assert(`v2.${uid}.${session_id}.${generation}.${mac}` === text, 'is read as something else');
  assert(Number.isSafeInteger(generation) && generation > 0, 'has no generation');
  const isGood = isGenuine(secrets, 'access', { ...session, uid, id: session_id }, token);
  assert(isGood === (text === genuine), 'is taken for one of ours');
  assert(!isGenuine(secrets, 'refresh', session, token), 'passes for another kind');
}
