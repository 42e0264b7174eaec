import {
  assertNotRefused,
  explainHold,
  judgeText,
  recordDecision,
} from '../../automatic-rules/actions/judge-text.ts';
import type { Judgement } from '../../automatic-rules/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { linesOf } from '../../platform/html/summary.ts';
import type { TrustedHtml } from '../../platform/html/trusted.ts';
import { listTagNames } from '../../tags/store/shared.ts';

type JudgedPost = {
  title: string;
  summary: string;
  body: string;
  cover_key: string | null;
  tag_ids: number[];
};

/**
 * The owner's rules on a text that becomes public. In the transaction, so that it is the text that is published. A post
 * is not masked, because staff could not undo that: it waits. Returns whether it must, and why.
 */
export async function judgePost(
  ctx: Context,
  trx: Trx,
  author: Pick<Viewer, 'role' | 'exp'>,
  post: JudgedPost,
): Promise<Judgement> {
  const tags = await listTagNames(trx, post.tag_ids);
  const judgement = await judgeText({ ...ctx, db: trx }, author, {
    parts: {
      '/title': post.title,
      '/summary': post.summary,
      '/body': linesOf(post.body as TrustedHtml).join('\n'),
      '/tags': tags.join('\n'),
    },
    links: /<a\s[^>]*href="https?:/.test(post.body),
    pictures: post.cover_key !== null || post.body.includes('<img'),
    mentions: 0,
  });
  assertNotRefused(judgement);
  return judgement.outcome === 'mask' ? { ...judgement, outcome: 'hold' } : judgement;
}

/** Tells the author why the post waits, and the staff log which rule decided. */
export async function recordHeldPost(
  ctx: Context,
  trx: Trx,
  post: { id: number; author_uid: number },
  judgement: Judgement | undefined,
): Promise<void> {
  if (judgement?.outcome !== 'hold') return;
  const now = ctx.now();
  await recordDecision(ctx, trx, judgement, { outcome: 'hold', kind: 'post', id: post.id });
  await notifyUser(trx, {
    uid: post.author_uid,
    kind: 'post_held',
    cause: `post_held:${post.id}:${now.getTime()}`,
    related_id: post.id,
    payload: { reason: explainHold(ctx, judgement) },
    created_at: now,
  });
}
