import type { PostChangeHandler } from '../../posts/actions/process-changes.ts';
import { findAlike } from '../../search/actions/find-alike.ts';
import { type Candidate, rankRelated } from '../rules.ts';
import {
  deleteLinksTo,
  listPublicPosts,
  listSharingTags,
  type RelatedRow,
  replaceRelated,
} from '../store/related.ts';

type Shared = Pick<Candidate, 'tag_posts' | 'text'>;

/**
 * Finds what to read after each changed post, so that reading searches for nothing. Runs after the tags and the search
 * index of these posts are up to date. Old posts get newer neighbours without being written again: a page reads the links
 * in both directions.
 */
export const relatePosts: PostChangeHandler = async (ctx, trx, postIds) => {
  const changed = await listPublicPosts(trx, postIds);
  const isPublic = new Set(changed.map(({ id }) => id));
  const hidden = postIds.filter((id) => !isPublic.has(id));
  if (hidden.length > 0) await deleteLinksTo(trx, hidden);

  const near = new Map(changed.map(({ id }) => [id, new Map<number, Shared>()]));
  for (const { post_id, candidate_id, tag_posts } of await listSharingTags(trx, [...isPublic]))
    near.get(post_id)?.set(candidate_id, { tag_posts, text: 0 });
  for (const [id, alike] of await findAlike(ctx, trx, changed))
    for (const [candidate, text] of alike)
      near.get(id)?.set(candidate, { tag_posts: [], ...near.get(id)?.get(candidate), text });

  const ids = new Set([...near.values()].flatMap((shared) => [...shared.keys()]));
  const posts = new Map((await listPublicPosts(trx, [...ids])).map((post) => [post.id, post]));
  const rows = changed.flatMap((post): RelatedRow[] => {
    const candidates = [...(near.get(post.id) ?? [])].flatMap(([id, shared]) => {
      const found = posts.get(id);
      return found ? [{ ...found, ...shared }] : [];
    });
    return rankRelated(post, candidates).map((one) => ({ post_id: post.id, ...one }));
  });
  await replaceRelated(trx, postIds, rows);
};
