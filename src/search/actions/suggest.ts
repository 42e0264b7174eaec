import { hiddenFrom } from '../../blocks/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import { listPublicSummaries } from '../../posts/actions/summaries.ts';
import { urlOf } from '../../uploads/rules.ts';
import type { Suggestions, SuggestQuery } from '../schema.ts';
import { listPeople } from '../store/people.ts';
import { listTags } from '../store/tags.ts';
import { completeWord } from './complete-word.ts';
import { beginsWith } from './search-names.ts';
import { findNewestPosts } from './search-posts.ts';

/** Of each kind. */
const SHOWN = 4;

/** What a visitor who typed this far may want. */
export async function suggest(
  ctx: Context,
  viewer: Viewer | null,
  { q = '' }: SuggestQuery,
): Promise<Suggestions> {
  if (q.trim() === '') return { posts: [], people: [], tags: [] };
  const names = beginsWith(q, SHOWN);
  const [posts, people, tags] = await Promise.all([
    suggestPosts(ctx, viewer, q),
    listPeople(ctx.readDb, names, hiddenFrom(viewer)),
    listTags(ctx.readDb, names),
  ]);
  return {
    posts,
    people: people.map(({ uid, username, avatar_key }) => {
      ctx.dependencies.add('member', uid, null);
      return { uid, username, avatar_url: avatar_key === null ? null : urlOf(avatar_key) };
    }),
    tags: tags.map(({ slug, name, posts: count }) => ({ slug, name, posts: count })),
  };
}

/** With the last word completed, because it may be half typed. */
async function suggestPosts(
  ctx: Context,
  viewer: Viewer | null,
  q: string,
): Promise<Suggestions['posts']> {
  let ids = await findNewestPosts(ctx, viewer, q);
  if (ids.length < SHOWN) {
    const completed = await completeWord(ctx, q);
    if (completed !== undefined)
      ids = [...new Set([...ids, ...(await findNewestPosts(ctx, viewer, completed))])];
  }
  const summaries = await listPublicSummaries(ctx, viewer, ctx.readDb, ids.slice(0, SHOWN));
  return ids.slice(0, SHOWN).flatMap((id) => {
    const post = summaries.get(id);
    return post ? [{ id, title: post.title }] : [];
  });
}
