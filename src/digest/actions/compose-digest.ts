import { withoutHidden } from '../../blocks/rules.ts';
import { listHiddenUids } from '../../blocks/store/shared.ts';
import { listCommentExcerpts } from '../../comments/store/shared.ts';
import type { Context } from '../../context.ts';
import { type DigestPost, type DigestReply, writeDigest } from '../../mail/kinds/digest.ts';
import type { ComposeFromDomain } from '../../mail/rules.ts';
import { listPublicSummaries } from '../../posts/actions/summaries.ts';
import type { PostSummary } from '../../posts/schema.ts';
import { displayName } from '../../users/actions/present-user.ts';
import { EXCERPT_MAX } from '../rules.ts';
import { isStillReceiving } from '../store/preferences.ts';
import { unsubscribePath } from './unsubscribe.ts';

/** D25: reads everything again, because a post can be hidden and a member can unsubscribe after the digest was made. */
export const composeDigest: ComposeFromDomain = async (ctx, view) => {
  const { uid, posts: postIds } = view.data;
  if (typeof uid !== 'number' || !(await isStillReceiving(ctx.db, uid))) return undefined;
  // D67: a block may be newer than the digest.
  const reader = { hidden: await listHiddenUids(ctx.db, uid) };
  const keys = keysIn(view.data['comments']);
  const found = await listCommentExcerpts(ctx.db, keys, EXCERPT_MAX);
  const comments = withoutHidden(reader, found, (comment) => comment.uid);
  const parents = comments.map(({ post_id }) => post_id);
  const summaries = await listPublicSummaries(ctx, reader, ctx.db, [...idsIn(postIds), ...parents]);
  const posts = idsIn(postIds).flatMap((id) => describePost(ctx, summaries.get(id)));
  const replies = keys.flatMap(({ id }): DigestReply[] => {
    const comment = comments.find((one) => one.id === id);
    const post = comment && summaries.get(comment.post_id);
    if (!comment || !post) return [];
    const author = displayName(ctx, comment);
    return [{ id, post_id: post.id, title: post.title, author, text: comment.excerpt }];
  });
  if (posts.length + replies.length === 0) return undefined;
  return writeDigest(view, { posts, replies, unsubscribe: unsubscribePath(ctx.secrets, uid) });
};

function describePost(ctx: Context, post: PostSummary | undefined): DigestPost[] {
  if (!post) return [];
  const { id, title, summary, author } = post;
  return [{ id, title, author: displayName(ctx, author), text: summary }];
}

function keysIn(value: unknown): { post_id: number; id: number }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair) => {
    const [post_id, id] = idsIn(pair);
    return post_id === undefined || id === undefined ? [] : [{ post_id, id }];
  });
}

function idsIn(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((id) => Number.isSafeInteger(id)) : [];
}
