import { expect, test } from 'vitest';
import { pictureOf } from '../../support/picture.ts';
import { PASSWORD } from '../../support/world.ts';
import { openTestDatabase } from '../support/database.ts';
import { type HttpResponse, registerBearer, send, type Tokens } from '../support/http.ts';
import { registerMembers } from '../support/members.ts';
import { startTwoWebs, type Web } from '../support/web.ts';

const database = await openTestDatabase();
const [web, other] = await startTwoWebs(database.url, { LIMIT_SENSITIVE: 'off' });
const LV4 = 1500;
const [member] = (await registerMembers(database, web.url, 1)) as [Tokens];
const staff = await registerBearer(web.url);
await database.sql(`update users set role = 'admin' where uid = $1`, [staff.uid]);

type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) => Promise<HttpResponse>;
/** Always to the first process; the second one only serves pictures. */
const as =
  ({ access }: Tokens): Call =>
  (method, path, body) =>
    send(web.url, method, path, { token: access, ...(body ? { body } : {}) });

async function upload({ access }: Tokens, path: string): Promise<{ id: number; url: string }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await pictureOf())]), 'a.png');
  const headers = { authorization: `Bearer ${access}` };
  const response = await fetch(web.url + path, { method: 'POST', headers, body: form });
  expect(response.ok).toBe(true);
  return (await response.json()) as { id: number; url: string };
}

/** A post with a picture and a cover, a comment and a reply with a picture each, and an avatar: all of one member. */
async function site() {
  const [author] = (await registerMembers(database, web.url, 1, LV4)) as [Tokens];
  const call = as(author);
  const [body, cover] = [
    await upload(author, '/api/posts/upload-image'),
    await upload(author, '/api/posts/upload-image'),
  ];
  const text = {
    title: '图',
    body: `<p>x</p><img src="${body.url}" alt="">`,
    cover_url: cover.url,
  };
  const post = (await call('POST', '/api/studio/posts', text)).body;
  const postComment = async (path: string) => {
    const image_url = (await upload(author, '/api/comments/upload-image')).url;
    return (await call('POST', path, { body: '看图', image_url })).body;
  };
  const comment = await postComment(`/api/posts/${post.id}/comments`);
  const reply = await postComment(`/api/comments/${comment.id}/reply`);
  const avatar = (await uploadAvatar(author)).avatar_url;
  const pictures = {
    body: body.url,
    cover: cover.url,
    comment: comment.image.url as string,
    reply: reply.image.url as string,
    avatar,
  };
  return { author, call, post, text, comment, picture_id: body.id, pictures };
}
type Site = Awaited<ReturnType<typeof site>>;
type Picture = keyof Site['pictures'];

async function uploadAvatar(author: Tokens): Promise<{ avatar_url: string }> {
  const uploaded: unknown = await upload(author, '/api/settings/avatar');
  return uploaded as { avatar_url: string };
}

const moderate = as(staff);
const decide = (trigger: string) => (site: Site) =>
  moderate('POST', `/api/admin/posts/${site.post.id}/${trigger}`, {
    version: site.post.live_version,
    reason: '违规',
  });
const POST: Picture[] = ['body', 'cover', 'comment', 'reply'];
const ALL: Picture[] = [...POST, 'avatar'];

type Takedown = {
  take(site: Site): Promise<unknown>;
  hides: Picture[];
  /** Whether the author and the staff still see what is hidden from others. */
  insiders: 200 | 404;
  undo?: (site: Site) => Promise<unknown>;
};

const TAKEDOWNS: Record<string, Takedown> = {
  'locked, and unlocked again': {
    take: decide('lock'),
    hides: POST,
    insiders: 200,
    undo: decide('unlock'),
  },
  'rejected, and published again': {
    take: decide('reject'),
    hides: POST,
    insiders: 200,
    undo: ({ call, post }) => call('POST', `/api/studio/posts/${post.id}/submit`, {}),
  },
  'removed by the staff': { take: decide('remove'), hides: POST, insiders: 404 },
  'deleted by its author': {
    take: ({ call, post }) => call('DELETE', `/api/studio/posts/${post.id}`),
    hides: POST,
    insiders: 404,
  },
  'an edit takes the picture out': {
    take: ({ call, post, text }) =>
      call('PUT', `/api/studio/posts/${post.id}`, {
        ...text,
        body: '<p>x</p>',
        version: post.version,
      }),
    hides: ['body'],
    insiders: 200,
  },
  'the picture alone removed by the staff': {
    take: ({ picture_id }) =>
      moderate('POST', `/api/admin/uploads/${picture_id}/remove`, { reason: '违规' }),
    hides: ['body'],
    insiders: 404,
  },
  'the comment removed, with the reply under it': {
    take: ({ comment }) =>
      moderate('POST', `/api/admin/comments/${comment.id}/remove`, { reason: '违规' }),
    hides: ['comment', 'reply'],
    insiders: 404,
  },
  'the avatar removed by the staff': {
    take: ({ author }) =>
      moderate('POST', `/api/admin/users/${author.uid}/remove-avatar`, { reason: '违规' }),
    hides: ['avatar'],
    insiders: 404,
  },
  'the avatar replaced': {
    take: ({ author }) => uploadAvatar(author),
    hides: ['avatar'],
    insiders: 404,
  },
  'the account deleted': {
    take: ({ call }) => call('POST', '/api/settings/delete-account', { password: PASSWORD }),
    hides: ALL,
    insiders: 404,
  },
};

const VIEWERS = ['anonymous', 'member', 'author', 'staff'] as const;

/** Every picture for every viewer, as `picture viewer: status`. */
async function statuses(from: Web, { author, pictures }: Site): Promise<string[]> {
  const tokens = { anonymous: undefined, member, author, staff };
  const pairs = ALL.flatMap((name) => VIEWERS.map((viewer) => ({ name, viewer })));
  return Promise.all(
    pairs.map(async ({ name, viewer }) => {
      const token = tokens[viewer]?.access;
      const { status } = await send(from.url, 'GET', pictures[name], token ? { token } : {});
      return `${name} ${viewer}: ${status}`;
    }),
  );
}

function expected({ hides, insiders }: Pick<Takedown, 'hides' | 'insiders'>): string[] {
  const statusOf = (name: Picture, viewer: (typeof VIEWERS)[number]) => {
    if (!hides.includes(name)) return 200;
    return viewer === 'author' || viewer === 'staff' ? insiders : 404;
  };
  return ALL.flatMap((name) =>
    VIEWERS.map((viewer) => `${name} ${viewer}: ${statusOf(name, viewer)}`),
  );
}

const VISIBLE: Pick<Takedown, 'hides' | 'insiders'> = { hides: [], insiders: 200 };

test.each(Object.entries(TAKEDOWNS))(
  'D55 %s: its pictures are hidden by both processes once the response was sent',
  async (_name, takedown) => {
    const made = await site();
    // Both have served everything before.
    expect(await statuses(web, made)).toEqual(expected(VISIBLE));
    expect(await statuses(other, made)).toEqual(expected(VISIBLE));
    await takedown.take(made);
    const [own, others] = await Promise.all([statuses(web, made), statuses(other, made)]);
    expect(own).toEqual(expected(takedown));
    expect(others).toEqual(expected(takedown));
    if (!takedown.undo) return;
    await takedown.undo(made);
    expect(await statuses(other, made)).toEqual(expected(VISIBLE));
  },
);
