import { FORMS, POST_CAP } from '../../energizing/rules.ts';
import { CHECKIN_ENERGY } from '../../levels/rules.ts';
import { DELETE_COST } from '../../posts/rules.ts';
import { renameCost } from '../../profiles/rules.ts';
import { ADVERTISER, DEBTOR, LOG_INS, leavesAt, NEWCOMER } from '../accounts.ts';
import type { Random } from '../random.ts';
import type { DemoMember } from '../schema.ts';
import { isPublic } from './posts.ts';
import { planRequestedEnergy } from './requested-energy.ts';
import type { PlannedPost, Step, StepOf } from './steps.ts';

/** The most present member gives the daily maximum that earns experience; that leads to the highest level. */
const TOP_GIVERS = 1;
const DAILY_MAX = 5;
/** The next members in rank give on most days. */
const REGULAR_GIVERS = 6;
/** How often an active member visits per day: less in the founding time, when there was less to read. */
const VISIT_RATE = { founding: 0.25, since: 0.5 };
const FIRST_DAY = -90;
const DEBTOR_IGNORED_SINCE = -20;
/** Since then the demo's reader gives nothing away, so that there is energy to try giving. */
const READER_SAVES_SINCE = -24;

type Cast = { members: DemoMember[]; posts: PlannedPost[]; joinedAt: (key: string) => number };

/** The balance of each member, and what each member gave to each post. Matches the site's ledger. */
type Ledger = { balance: Map<string, number>; given: Map<string, number> };

/**
 * Check-ins and gifts, day by day. Visitors check in and give away a part of their balance. The plan tracks
 * balances so that nobody overdraws; received energy can be spent from the next day on.
 */
export function planEnergy(cast: Cast, others: Step[], random: Random): Step[] {
  const { members } = cast;
  const steps: Step[] = [];
  const ledger: Ledger = { balance: new Map(), given: new Map() };
  const ranks = rankMembers(members);
  const days = groupByDay(others);
  const first = Math.max(...members.map((member) => member.joined_days_ago));
  for (let day = -first; day <= 0; day++) {
    const today = days.get(day) ?? [];
    for (const step of today) applyStep(step, ledger);
    const gifts: StepOf<'energize'>[] = [];
    for (const member of members) {
      const own = random.fork(`${member.key}/${day}`);
      const visitor = { ...member, rank: ranks.indexOf(member.key), day, random: own };
      if (!isVisiting(visitor, today) || !mayCheckIn(visitor, cast)) continue;
      // The check-in is the first thing of the day.
      const when = day + own.between(0.001, 0.02);
      steps.push({ kind: 'check_in', by: member.key, when });
      add(ledger.balance, member.key, CHECKIN_ENERGY);
      gifts.push(...planGifts(visitor, cast.posts, ledger));
    }
    for (const { post, form } of gifts) add(ledger.balance, post.author, FORMS[form]);
    steps.push(...gifts);
  }
  return [...steps, ...planRequestedEnergy(cast, ledger)];
}

type Visitor = DemoMember & { rank: number; day: number; random: Random };

function isVisiting({ key, activity, rank, day, random }: Visitor, today: Step[]): boolean {
  const usual = day < FIRST_DAY ? VISIT_RATE.founding : VISIT_RATE.since;
  if (random.bool(activity * (rank < TOP_GIVERS ? 1 : usual))) return true;
  // Members check in on the days they write. The debtor forgets to.
  const writes = (step: Step) => step.kind === 'write' || step.kind === 'comment';
  return key !== DEBTOR && today.some((step) => step.by === key && writes(step));
}

function mayCheckIn({ key, day }: Visitor, { joinedAt }: Cast): boolean {
  return key !== NEWCOMER && day > joinedAt(key) && day + 1 < leavesAt(key);
}

function planGifts(visitor: Visitor, posts: PlannedPost[], { balance, given }: Ledger) {
  const { key, day, random } = visitor;
  const keyOf = (one: PlannedPost) => `${key}/${one.number}`;
  const hasRoom = (one: PlannedPost) => (given.get(keyOf(one)) ?? 0) + DAILY_MAX <= POST_CAP;
  const open = posts.filter((one) => isOpen(one, key, day) && hasRoom(one));
  const gifts: StepOf<'energize'>[] = [];
  const available = () => balance.get(key) ?? 0;
  for (let left = drawBudget(visitor); left > 0 && available() > 0; ) {
    const [post] = random.sample(open, 1, (one) => weighPost(one, day));
    if (!post) break;
    const form = Math.min(left, available()) >= FORMS.heavy ? 'heavy' : 'light';
    const when = day + random.between(0.8, 0.98);
    gifts.push({ kind: 'energize', by: key, when, post, form });
    add(given, keyOf(post), FORMS[form]);
    add(balance, key, -FORMS[form]);
    left -= FORMS[form];
  }
  return gifts;
}

function add(amounts: Map<string, number>, key: string, amount: number): void {
  amounts.set(key, (amounts.get(key) ?? 0) + amount);
}

/** Books the costs and grants of the other steps. */
function applyStep(step: Step, { balance }: Ledger): void {
  if (step.kind === 'delete') add(balance, step.by, -DELETE_COST);
  if (step.kind === 'rename') add(balance, step.by, -renameCost(true));
  if (step.kind === 'grant_energy') for (const key of step.to) add(balance, key, step.amount);
}

function groupByDay(steps: Step[]): Map<number, Step[]> {
  return Map.groupBy(steps, (step) => Math.floor(step.when));
}

/** D30: public all day, and by somebody else. Lately nobody gives to the debtor, whose balance stays negative. */
function isOpen(post: PlannedPost, key: string, day: number): boolean {
  const { author, when, until } = post;
  if (author === DEBTOR && day > DEBTOR_IGNORED_SINCE) return false;
  return isPublic(post) && author !== key && when < day && until > day + 1;
}

/** The longest and most active members first. */
function rankMembers(members: DemoMember[]): string[] {
  return members
    .toSorted((a, b) => b.joined_days_ago * b.activity - a.joined_days_ago * a.activity)
    .map((member) => member.key);
}

function drawBudget({ key, rank, activity, day, random }: Visitor): number {
  if (key === ADVERTISER) return 0;
  if (key === LOG_INS.reader && day > READER_SAVES_SINCE) return 0;
  if (rank < TOP_GIVERS) return DAILY_MAX;
  if (key === DEBTOR) return POST_CAP;
  const isRegular = rank < TOP_GIVERS + REGULAR_GIVERS || key === LOG_INS.reader;
  if (!random.bool(isRegular ? 0.98 : 0.2 * activity)) return 0;
  return isRegular
    ? FORMS.heavy + FORMS.light
    : random.pick([FORMS.light, FORMS.heavy, FORMS.heavy]);
}

/** Prefers new and discussed posts. Posts of the demo's author stay attractive: visitors look at that author's charts. */
function weighPost({ when, author, source }: PlannedPost, day: number): number {
  const novelty = 1 / (1 + (day - when) / 6);
  const lasting = author === LOG_INS.author ? 2 : 0.06;
  return (lasting + novelty) * (1 + source.comments.length / 8);
}
