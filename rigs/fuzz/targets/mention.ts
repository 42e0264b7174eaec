import {
  BODY_MAX,
  findMentions,
  listPossibleNames,
  readBody,
  replaceName,
  splitMentions,
} from '../../../src/comments/rules.ts';
import { normalizeName } from '../../../src/profiles/rules.ts';
import { assert, textOf, timed } from '../support.ts';

/** Twenty mentions, each with every length a name may have. */
const NAMES_MAX = 20 * 19;

export const LENGTH_MAX = 2048;
export const WORDS = [
  '@',
  '@@',
  '灯火',
  '@灯火',
  '@Ａb',
  '@ﬁ',
  '@İ',
  ' @',
  '\u3000',
  '\u200d',
  '😀',
  '@用户1',
];

/** A41, D28: the first line is a member's name, the rest a comment that may contain it. */
export function fuzz(input: Buffer): void {
  const [name = '', ...rest] = textOf(input).split('\n');
  const body = readBody(rest.join('\n'));
  if (body === undefined) return;
  assert([...body].length <= BODY_MAX, 'too long to store');
  timed(() => {
    const names = listPossibleNames(body);
    assert(names.length <= NAMES_MAX, `${names.length} names to look for`);
    const namings = findMentions(body, new Map([[normalizeName(name), 1]]));
    for (const { start, label } of namings)
      assert(body.startsWith(label, start) && label.startsWith('@'), 'is at another position');
    const mentions = [{ uid: 1, label: `@${name}` }];
    const parts = splitMentions(body, mentions);
    assert(parts.map((part) => part.text).join('') === body, 'loses some of the text');
    const purged = replaceName(body, mentions, 1);
    assert([...purged].length <= BODY_MAX, 'grows past the limit');
    if (namings.length === 0) assert(purged === body, 'changes without a mention');
  });
}
