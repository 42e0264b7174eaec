import type { Context } from '../../context.ts';
import { canSendMail } from '../../mail/actions/enqueue-mail.ts';
import { enqueueMails } from '../../mail/actions/enqueue-mails.ts';
import { countUnsentMails } from '../../mail/store/shared.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { BATCH_MAX, causeOf, nextDigestAt, SETTLING_SECONDS, WAITING_SECONDS } from '../rules.ts';
import { listNewContent } from '../store/new-content.ts';
import { reservePace, returnPace } from '../store/pace.ts';
import { type DueMember, moveOn, takeDue } from '../store/preferences.ts';

/** What a worker repeats: makes what is due, no faster than `DIGEST_RATE` and no more than the SMTP server can send. */
export async function makeDueDigests(ctx: Context): Promise<void> {
  if (!canSendMail(ctx.config)) return;
  const rate = ctx.config.DIGEST_RATE;
  const batch = Math.min(BATCH_MAX, rate);
  const most = rate * WAITING_SECONDS;
  if ((await countUnsentMails(ctx.db, most)) >= most) return;
  for (let taken = batch; taken === batch; ) {
    if (!(await ctx.autocommit((db) => reservePace(db, batch, rate)))) return;
    const result = await makeDigestBatch(ctx, batch);
    taken = result.taken;
    const unused = batch - result.made;
    if (unused > 0) await ctx.autocommit((db) => returnPace(db, unused, rate));
  }
}

/** One transaction: the mails, and the times of the next ones. Safe for several workers at once. */
export function makeDigestBatch(
  ctx: Context,
  limit: number,
): Promise<{ taken: number; made: number }> {
  return ctx.tx(async (trx) => {
    const now = ctx.now();
    const due = await takeDue(trx, now, limit);
    if (due.length === 0) return { taken: 0, made: 0 };
    const until = addSeconds(now, -SETTLING_SECONDS);
    const made = await enqueueDigests(ctx, trx, due, until);
    const moved = due.map((member) => ({
      uid: member.uid,
      next_at: nextDigestAt(member, member.uid, now),
    }));
    await moveOn(trx, moved, until);
    return { taken: due.length, made };
  });
}

/** The mail has only ids: what it shows is read when it is sent, so that nothing hidden meanwhile is in it. */
async function enqueueDigests(
  ctx: Context,
  trx: Trx,
  due: DueMember[],
  until: Date,
): Promise<number> {
  const receiving = due.filter(({ receives }) => receives);
  if (receiving.length === 0) return 0;
  const contents = await listNewContent(trx, receiving, until);
  const byUid = new Map(contents.map((content) => [content.uid, content]));
  const mails = receiving.flatMap(({ uid, email, locale, next_at }) => {
    const { posts = [], comments = [] } = byUid.get(uid) ?? {};
    if (posts.length + comments.length === 0) return [];
    const cause = causeOf(uid, next_at);
    return [
      {
        kind: 'digest' as const,
        to: { uid, email, locale },
        cause,
        data: { uid, posts, comments },
      },
    ];
  });
  await enqueueMails(ctx, trx, mails);
  return mails.length;
}
