import { askService } from '../../automatic-rules/actions/ask-service.ts';
import { judgeRepeats } from '../../automatic-rules/actions/judge-repeats.ts';
import {
  assertNotRefused,
  explainHold,
  judgeText,
  recordDecision,
} from '../../automatic-rules/actions/judge-text.ts';
import { type Judgement, type ServiceVerdict, withVerdict } from '../../automatic-rules/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { linesOf } from '../../platform/html/summary.ts';
import type { TrustedHtml } from '../../platform/html/trusted.ts';
import { Refusal } from '../../refusals.ts';
import { listTagNames } from '../../tags/store/shared.ts';

type JudgedPost = {
  title: string;
  summary: string;
  body: string;
  cover_key: string | null;
  tag_ids: number[];
};

type Text = { title: string; summary: string; body: string };
/** What the service returned about a text; undefined verdicts: it was not asked. */
export type Examined = { text: Text; verdict: ServiceVerdict | undefined };

/** Before the transaction that publishes the text: a transaction must not wait for another server. */
export async function examinePost(
  ctx: Context,
  author: Pick<Viewer, 'uid' | 'role' | 'exp'>,
  text: Text,
): Promise<Examined> {
  const parts = { '/title': text.title, '/summary': text.summary, '/body': textOf(text.body) };
  return { text, verdict: await askService(ctx, author, { kind: 'post', parts }) };
}

/** Another text was saved, or review switched off, since the service was asked: a retry asks again. */
function verdictFor(
  ctx: Context,
  role: Viewer['role'],
  examined: Examined | undefined,
  text: Text,
) {
  if (!ctx.checkText || role !== 'member') return undefined;
  const isSame = (['title', 'summary', 'body'] as const).every(
    (part) => examined?.text[part] === text[part],
  );
  if (!isSame) throw new Refusal('unavailable', { retry_after: 1 });
  return examined?.verdict;
}

/**
 * The owner's rules on a text that becomes public. In the transaction, so that it is the text that is published. A post
 * is not masked, because staff could not undo that: it waits. Returns whether it must, and why. `publicBody`: of an edit.
 */
export async function judgePost(
  ctx: Context,
  trx: Trx,
  author: Pick<Viewer, 'uid' | 'role' | 'exp'>,
  post: JudgedPost,
  { examined, publicBody }: { examined: Examined | undefined; publicBody?: string | undefined },
): Promise<Judgement> {
  const text = textOf(post.body);
  const tags = await listTagNames(trx, post.tag_ids);
  const own = await judgeText({ ...ctx, db: trx }, author, {
    parts: {
      '/title': post.title,
      '/summary': post.summary,
      '/body': text,
      '/tags': tags.join('\n'),
    },
    links: /<a\s[^>]*href="https?:/.test(post.body),
    pictures: post.cover_key !== null || post.body.includes('<img'),
  });
  assertNotRefused(ctx, own);
  const judgement = withVerdict(own, verdictFor(ctx, author.role, examined, post));
  assertNotRefused(ctx, judgement);
  const written = {
    ...{ text, html: post.body },
    before: publicBody === undefined ? undefined : textOf(publicBody),
  };
  const counted = await judgeRepeats(ctx, trx, author, judgement, written);
  return counted.outcome === 'mask' ? { ...counted, outcome: 'hold' } : counted;
}

function textOf(body: string): string {
  return linesOf(body as TrustedHtml).join('\n');
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
