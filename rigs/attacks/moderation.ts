import { type Community, type Post, STAFF } from './community.ts';
import { sendOk } from './http.ts';

/** An author with public posts whom no attack has used yet. */
export function takeAuthor({ authors }: Community): Community['authors'][number] {
  const author = authors.shift();
  if (!author) throw new Error('the community has no author left');
  return author;
}

export function takePost(community: Community): Post {
  const [post] = takeAuthor(community).posts;
  if (!post) throw new Error('an author without a post');
  return post;
}

export async function lockPost({ staff }: Community, port: number, { id }: Post): Promise<void> {
  const path = `/api/admin/posts/${id}`;
  const { live_version, edit } = await sendOk(port, { path, from: STAFF, token: staff });
  await sendOk(port, {
    ...{ method: 'POST', path: `${path}/lock`, from: STAFF, token: staff },
    body: { version: edit?.version ?? live_version, reason: 'locked by the attack rig' },
  });
}

export async function removeComment({ staff }: Community, port: number, id: number): Promise<void> {
  await sendOk(port, {
    ...{ method: 'POST', path: `/api/admin/comments/${id}/remove`, from: STAFF, token: staff },
    body: { reason: 'removed by the attack rig' },
  });
}
