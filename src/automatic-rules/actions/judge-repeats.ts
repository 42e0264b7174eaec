import type { Context, Viewer } from '../../context.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { levelOf } from '../../users/rules.ts';
import { fingerprintOf, hashOf } from '../matching/fingerprint.ts';
import {
  alsoHold,
  type Judgement,
  linkedHosts,
  NEWCOMER_LEVEL,
  REPEAT_SECONDS,
  REPEAT_SYMBOLS_MIN,
} from '../rules.ts';
import { countOccurrences, deleteExpired, type Occurrence } from '../store/repetitions.ts';

const SWEEP_BATCH = 1000;

type Written = {
  text: string;
  /** Where its links are, if not in the text. */
  html?: string;
  /** What an edit replaces: the same text once more is no repetition. */
  before?: string | undefined;
};

/**
 * Counts the text and the sites that a newcomer links to, in the transaction that stores them, so what is not stored does
 * not count. See `countOccurrences` for when to call it.
 */
export async function judgeRepeats(
  ctx: Context,
  trx: Trx,
  author: Pick<Viewer, 'uid' | 'exp'>,
  judgement: Judgement,
  { text, html = text, before }: Written,
): Promise<Judgement> {
  const { repeats_max, hosts_max } = judgement.limits;
  const hash = repeats_max > 0 ? hashOfNew(text, before) : undefined;
  const isNewcomer = hosts_max > 0 && levelOf(author.exp) < NEWCOMER_LEVEL;
  const hosts = isNewcomer ? linkedHosts(html, new URL(ctx.config.BASE_URL).hostname) : [];
  const occurrences: Occurrence[] = hosts.map((host) => ({
    hash: hashOf('host', host),
    by_member: hashOf('host of a member', `${author.uid} ${host}`),
  }));
  if (hash) occurrences.push({ hash, by_member: null });
  if (occurrences.length === 0) return judgement;
  const now = ctx.now();
  const expired = addSeconds(now, -REPEAT_SECONDS);
  const counts = await countOccurrences(trx, occurrences, { now, expired });
  const isText = (one: { hash: Buffer }) => hash?.equals(one.hash) ?? false;
  const isRepeated = counts.some((one) => isText(one) && one.times > repeats_max);
  const isWave = counts.some((one) => !isText(one) && one.times > hosts_max);
  return alsoHold(judgement, [
    ...(isRepeated ? (['repeats'] as const) : []),
    ...(isWave ? (['hosts'] as const) : []),
  ]);
}

function hashOfNew(text: string, before: string | undefined): Buffer | undefined {
  const hash = fingerprintOf(text, REPEAT_SYMBOLS_MIN);
  if (hash === undefined || before === undefined) return hash;
  return fingerprintOf(before, REPEAT_SYMBOLS_MIN)?.equals(hash) ? undefined : hash;
}

export async function sweepRepetitions(ctx: Context): Promise<void> {
  const expired = addSeconds(ctx.now(), -REPEAT_SECONDS);
  for (let deleted = SWEEP_BATCH; deleted === SWEEP_BATCH; ) {
    deleted = await ctx.autocommit((db) => deleteExpired(db, expired, SWEEP_BATCH));
  }
}
