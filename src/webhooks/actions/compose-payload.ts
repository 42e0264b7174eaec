import type { Context } from '../../context.ts';
import { readTitles } from '../../posts/actions/find-titles.ts';
import { findPostOfComment } from '../store/subjects.ts';

type Event = { kind: string; subject_id: number | null; happened_at: Date };

/**
 * D70: ids and addresses, and the title of a post while everybody may read it. Composed for each attempt, because a post
 * may be hidden between two of them: what was public when it happened may not leave three days later.
 */
export async function composePayload(ctx: Context, event: Event): Promise<string> {
  const { kind, happened_at } = event;
  const data = await describeSubject(ctx, event);
  return JSON.stringify({ type: kind, timestamp: happened_at.toISOString(), data });
}

async function describeSubject(ctx: Context, { kind, subject_id }: Event): Promise<object> {
  const { origin } = new URL(ctx.config.BASE_URL);
  const id = subject_id ?? 0;
  switch (kind) {
    case 'post.published':
    case 'post.updated':
    case 'post.hidden':
      return { post: await describePost(ctx, id) };
    case 'comment.created': {
      const post = (await findPostOfComment(ctx.db, id)) ?? 0;
      const url = `${origin}/posts/${post}?comment=${id}#comments`;
      return { comment: { id, url }, post: await describePost(ctx, post) };
    }
    case 'member.joined':
      return { member: { id, url: `${origin}/space/${id}` } };
    case 'report.created':
      return { report: { id, url: `${origin}/admin/queue` } };
    default:
      return { site: { url: origin } };
  }
}

async function describePost(ctx: Context, id: number): Promise<object> {
  const { origin } = new URL(ctx.config.BASE_URL);
  const [visible] = await readTitles({ ...ctx, readDb: ctx.db }, null, [id]);
  return { id, url: `${origin}/posts/${id}`, ...(visible ? { title: visible.title } : {}) };
}
