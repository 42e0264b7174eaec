import { FORMS, POST_CAP } from '../../energizing/rules.ts';
import { ADVERTISER, DEBTOR, LEAVER, LOG_INS, NEWCOMER } from '../accounts.ts';
import type { DemoMember } from '../schema.ts';
import type { PlannedPost, StepOf } from './steps.ts';

/** They give nothing now: some cannot, and the reader keeps energy for the person who tries the demo. */
const EXCEPT = [ADVERTISER, DEBTOR, LEAVER, NEWCOMER, LOG_INS.reader];
/** Today, after all other gifts. */
const FROM = 0.982;
const UNTIL = 0.997;

type Cast = { members: DemoMember[]; posts: PlannedPost[] };
type Ledger = { balance: Map<string, number>; given: Map<string, number> };

/** Gifts of those with most energy, until every post has what its file requests: lamps of every brightness. */
export function planRequestedEnergy(
  { members, posts }: Cast,
  { balance, given }: Ledger,
): StepOf<'energize'>[] {
  const left = new Map(balance);
  const total = (post: PlannedPost) =>
    members.reduce((sum, { key }) => sum + (given.get(`${key}/${post.number}`) ?? 0), 0);
  const gifts = posts.flatMap((post) => {
    const givers = members.filter(({ key }) => key !== post.author && !EXCEPT.includes(key));
    const planned: Omit<StepOf<'energize'>, 'when'>[] = [];
    for (let missing = (post.source.energy ?? 0) - total(post); missing > 0; ) {
      const form = missing >= FORMS.heavy ? 'heavy' : 'light';
      const roomOf = (key: string) => POST_CAP - (given.get(`${key}/${post.number}`) ?? 0);
      const [giver] = givers
        .filter(({ key }) => Math.min(roomOf(key), left.get(key) ?? 0) >= FORMS[form])
        .toSorted((a, b) => (left.get(b.key) ?? 0) - (left.get(a.key) ?? 0));
      if (!giver) break;
      const { key } = giver;
      planned.push({ kind: 'energize', by: key, post, form });
      left.set(key, (left.get(key) ?? 0) - FORMS[form]);
      given.set(`${key}/${post.number}`, (given.get(`${key}/${post.number}`) ?? 0) + FORMS[form]);
      missing -= FORMS[form];
    }
    return planned;
  });
  const step = (UNTIL - FROM) / Math.max(1, gifts.length);
  return gifts.map((gift, index) => ({ ...gift, when: FROM + index * step }));
}
