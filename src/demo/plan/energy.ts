import { FORMS, POST_CAP } from '../../energizing/rules.ts';
import { CHECKIN_ENERGY } from '../../levels/rules.ts';
import { DELETE_COST } from '../../posts/rules.ts';
import { renameCost } from '../../profiles/rules.ts';
import type { Chance } from '../chance.ts';
import { ADVERTISER, DEBTOR, goneAt, LOG_INS, NEWCOMER } from '../readers.ts';
import type { DemoMember } from '../schema.ts';
import { isPublic } from './articles.ts';
import type { Article, Deed, DeedOf } from './deeds.ts';

/** Whoever gives all that earns experience, day after day: the way to the highest levels. */
const GENEROUS = 1;
const DAILY_MAX = 5;
/** Those after them, who give on most days. */
const WARM = 6;
/** Nobody comes by every day, and at the beginning there was less to come for. */
const ATTENDANCE = { founding: 0.25, since: 0.5 };
const FIRST_DAY = -90;
const PATIENCE = -20;

type Cast = { members: DemoMember[]; articles: Article[]; joinedAt: (key: string) => number };

/** What everybody has, and what they gave to which post, as the ledger will say it. */
type Books = { balance: Map<string, number>; given: Map<string, number> };

/**
 * Day by day: who comes by checks in, and gives away some of what they have. It is reckoned here, so that nobody
 * gives what they do not have; what they are given they have from the next day on.
 */
export function planEnergy(cast: Cast, others: Deed[], chance: Chance): Deed[] {
  const { members } = cast;
  const deeds: Deed[] = [];
  const books: Books = { balance: new Map(), given: new Map() };
  const ranks = rankOf(members);
  const days = dayByDay(others);
  const first = Math.max(...members.map((member) => member.joined_days_ago));
  for (let day = -first; day <= 0; day++) {
    const today = days.get(day) ?? [];
    for (const deed of today) settle(deed, books);
    const gifts: DeedOf<'energize'>[] = [];
    for (const member of members) {
      const luck = chance.of(`${member.key}/${day}`);
      const visitor = { ...member, rank: ranks.indexOf(member.key), day, luck };
      if (!comesBy(visitor, today) || !mayCheckIn(visitor, cast)) continue;
      // Before anything else they do that day.
      const when = day + luck.between(0.001, 0.02);
      deeds.push({ kind: 'check_in', by: member.key, when });
      add(books.balance, member.key, CHECKIN_ENERGY);
      gifts.push(...giveAway(visitor, cast.articles, books));
    }
    for (const { article, form } of gifts) add(books.balance, article.author, FORMS[form]);
    deeds.push(...gifts);
  }
  return deeds;
}

type Visitor = DemoMember & { rank: number; day: number; luck: Chance };

function comesBy({ key, activity, rank, day, luck }: Visitor, today: Deed[]): boolean {
  const usual = day < FIRST_DAY ? ATTENDANCE.founding : ATTENDANCE.since;
  if (luck.hits(activity * (rank < GENEROUS ? 1 : usual))) return true;
  // Whoever writes is there; the debtor says so and forgets to check in.
  const writes = (deed: Deed) => deed.kind === 'write' || deed.kind === 'comment';
  return key !== DEBTOR && today.some((deed) => deed.by === key && writes(deed));
}

function mayCheckIn({ key, day }: Visitor, { joinedAt }: Cast): boolean {
  return key !== NEWCOMER && day > joinedAt(key) && day + 1 < goneAt(key);
}

function giveAway(visitor: Visitor, articles: Article[], { balance, given }: Books) {
  const { key, day, luck } = visitor;
  const nameOf = (one: Article) => `${key}/${one.number}`;
  const hasRoom = (one: Article) => (given.get(nameOf(one)) ?? 0) + DAILY_MAX <= POST_CAP;
  const open = articles.filter((one) => isOpen(one, key, day) && hasRoom(one));
  const gifts: DeedOf<'energize'>[] = [];
  const has = () => balance.get(key) ?? 0;
  for (let left = wish(visitor); left > 0 && has() > 0; ) {
    const [article] = luck.draw(open, 1, (one) => appeal(one, day));
    if (!article) break;
    const form = Math.min(left, has()) >= FORMS.heavy ? 'heavy' : 'light';
    const when = day + luck.between(0.8, 0.98);
    gifts.push({ kind: 'energize', by: key, when, article, form });
    add(given, nameOf(article), FORMS[form]);
    add(balance, key, -FORMS[form]);
    left -= FORMS[form];
  }
  return gifts;
}

function add(amounts: Map<string, number>, key: string, amount: number): void {
  amounts.set(key, (amounts.get(key) ?? 0) + amount);
}

/** What moves energy besides. */
function settle(deed: Deed, { balance }: Books): void {
  if (deed.kind === 'delete') add(balance, deed.by, -DELETE_COST);
  if (deed.kind === 'rename') add(balance, deed.by, -renameCost(true));
  if (deed.kind === 'give_energy') for (const key of deed.to) add(balance, key, deed.amount);
}

function dayByDay(deeds: Deed[]): Map<number, Deed[]> {
  return Map.groupBy(deeds, (deed) => Math.floor(deed.when));
}

/** D30: public all day long, and not their own. Lately nobody has paid the debtor's debts. */
function isOpen(article: Article, key: string, day: number): boolean {
  const { author, when, until } = article;
  if (author === DEBTOR && day > PATIENCE) return false;
  return isPublic(article) && author !== key && when < day && until > day + 1;
}

/** Who has been there most, first. */
function rankOf(members: DemoMember[]): string[] {
  return members
    .toSorted((a, b) => b.joined_days_ago * b.activity - a.joined_days_ago * a.activity)
    .map((member) => member.key);
}

function wish({ key, rank, activity, luck }: Visitor): number {
  if (key === ADVERTISER) return 0;
  if (rank < GENEROUS) return DAILY_MAX;
  if (key === DEBTOR) return POST_CAP;
  const isWarm = rank < GENEROUS + WARM || key === LOG_INS.reader;
  if (!luck.hits(isWarm ? 0.98 : 0.2 * activity)) return 0;
  return isWarm ? FORMS.heavy + FORMS.light : luck.pick([FORMS.light, FORMS.heavy, FORMS.heavy]);
}

/** What is new and talked about, and for long what the person writes whose figures a visitor looks at. */
function appeal({ when, author, post }: Article, day: number): number {
  const fresh = 1 / (1 + (day - when) / 6);
  const lasting = author === LOG_INS.author ? 2 : 0.06;
  return (lasting + fresh) * (1 + post.comments.length / 8);
}
