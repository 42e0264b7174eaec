import fc from 'fast-check';
import { expect } from 'vitest';
import type { RefusalCode } from '../../../src/refusals.ts';
import { command, hasPosts, pick, pickPost, rarely, which, who } from '../command.ts';
import {
  arrive,
  isOwnPost,
  levelOf,
  type Member,
  type Model,
  moveEnergy,
  newPost,
  type Post,
  unlessHidden,
} from '../model.ts';
import { type Service, sendAs, sendChecked } from '../service.ts';

const BODY = '<p>灯火可亲。</p>';

export const createPost = command('create', fc.record({ who, draft: rarely }), create);

/** D23: members below the level write drafts, and publish nothing. */
function belowLevel(author: Member): RefusalCode[] {
  return levelOf(author.exp) < 1 ? ['level_too_low'] : [];
}

/** D19, D23 */
export async function create(
  model: Model,
  service: Service,
  input: { who: number; draft: boolean },
): Promise<void> {
  const author = pick(model.members, input.who);
  const title = `${model.posts.length}.1`;
  const response = await sendChecked(model, service, author, {
    method: 'POST',
    url: '/api/studio/posts',
    body: { title, body: BODY, draft: input.draft },
    stops: () => (input.draft ? [] : belowLevel(author)),
  });
  if (!response) return;
  const status = model.audit || input.draft ? 'draft' : 'approved';
  const post = newPost(response.body.id, author, status, title);
  expect(response.body).toMatchObject(ownPostView(post));
  model.posts.push(post);
}

/** D21 */
export const editPost = command(
  'edit',
  fc.record({ who, which, draft: fc.boolean(), stale: rarely, asOther: rarely }),
  async (model, service, { stale, ...input }) => {
    const post = pickPost(model, input.which);
    const member = input.asOther ? pick(model.members, input.who) : post.author;
    const version = post.titles.length;
    const title = `${model.posts.indexOf(post)}.${version + 1}`;
    const response = await sendChecked(model, service, member, {
      method: 'PUT',
      url: `/api/studio/posts/${post.id}`,
      body: { title, body: BODY, draft: input.draft, version: stale ? version + 1 : version },
      stops: () =>
        unlessHidden(!isOwnPost(post, member), [
          ...(['pending', 'locked'].includes(post.status) ? (['wrong_state'] as const) : []),
          ...(stale ? (['stale_version'] as const) : []),
        ]),
    });
    if (!response) return;
    post.titles.push(title);
    showEdit(model, post, input.draft);
    expect(response.body).toMatchObject(ownPostView(post));
  },
  hasPosts,
);

/** D21: with review, an edit of a public post waits; `draft` only saves it. */
function showEdit(model: Model, post: Post, draft: boolean): void {
  const version = post.titles.length;
  if (post.status !== 'approved') {
    post.status = 'draft';
    post.live_version = version;
  } else if (!draft && model.audit) {
    post.pending_version = version;
  } else if (!draft) {
    post.live_version = version;
    post.pending_version = null;
  }
}

/** D20, D23: two paths, one handler. */
export const submitPost = command(
  'submit',
  fc.record({ which, path: fc.constantFrom('/api/posts', '/api/studio/posts') }),
  async (model, service, input) => {
    const post = pickPost(model, input.which);
    const response = await sendChecked(model, service, post.author, {
      method: 'POST',
      url: `${input.path}/${post.id}/submit`,
      stops: () => [
        ...belowLevel(post.author),
        ...unlessHidden(
          post.deleted,
          ['draft', 'rejected'].includes(post.status) ? [] : ['wrong_state'],
        ),
      ],
    });
    if (!response) return;
    post.status = model.audit ? 'pending' : 'approved';
    post.submitted = true;
    // The submitted version is the author's latest.
    post.live_version = post.titles.length;
    expect(response.body).toMatchObject(ownPostView(post));
  },
  hasPosts,
);

/** D24: 2 energy in any state, also below zero. */
export const deletePost = command(
  'delete post',
  fc.record({ who, which, asOther: rarely }),
  async (model, service, input) => {
    const post = pickPost(model, input.which);
    const member = input.asOther ? pick(model.members, input.who) : post.author;
    const response = await sendChecked(model, service, member, {
      method: 'DELETE',
      url: `/api/studio/posts/${post.id}`,
      stops: () => unlessHidden(!isOwnPost(post, member), []),
    });
    if (response) markDeleted(post);
  },
  hasPosts,
);

/** Concurrent deletions in two windows: deleted once and paid for once. */
export const deletePostTwice = command(
  'delete post twice at once',
  fc.record({ which }),
  async (model, service, input) => {
    const post = pickPost(model, input.which);
    const url = `/api/studio/posts/${post.id}`;
    arrive(model, post.author);
    const statuses = await twice(service, post.author, url);
    expect(statuses).toEqual([204, 404]);
    markDeleted(post);
  },
  (model, input) => {
    if (!hasPosts(model)) return false;
    const post = pickPost(model, input.which);
    return !post.deleted && !post.author.banned;
  },
);

async function twice(service: Service, member: Member, url: string): Promise<number[]> {
  const request = { method: 'DELETE', url } as const;
  const responses = await Promise.all([1, 2].map(() => sendAs(service, member, request)));
  return responses.map((response) => response.status).sort();
}

function markDeleted(post: Post): void {
  post.deleted = true;
  post.deleted_by_author = true;
  moveEnergy(post.author, -2, 'delete_post');
}

/** D59: to a draft with the newest text, once, without a refund. What belongs to the post is there again. */
export const restorePost = command(
  'restore post',
  fc.record({ who, post: fc.nat(3), asOther: rarely }),
  async (model, service, input) => {
    const post = pick(deletedIn(model), input.post);
    const member = input.asOther ? pick(model.members, input.who) : post.author;
    const response = await sendChecked(model, service, member, {
      method: 'POST',
      url: `/api/studio/bin/${post.id}/restore`,
      stops: () =>
        unlessHidden(member !== post.author || !post.deleted_by_author, [
          ...(post.status === 'locked' ? (['wrong_state'] as const) : []),
          ...(post.restored ? (['restored_before'] as const) : []),
        ]),
    });
    if (!response) return;
    Object.assign(post, { deleted: false, restored: true, status: 'draft', pending_version: null });
    post.live_version = post.titles.length;
    expect(response.body).toMatchObject(ownPostView(post));
  },
  (model) => deletedIn(model).length > 0,
);

function deletedIn(model: Model): Post[] {
  return model.posts.filter((post) => post.deleted);
}

/** The author's view of a post. */
export function ownPostView(post: Post) {
  return {
    status: post.status,
    title: post.titles.at(-1),
    version: post.titles.length,
    live_version: post.live_version,
    pending_version: post.pending_version,
  };
}
