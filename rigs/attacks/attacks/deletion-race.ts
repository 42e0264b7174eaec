import { randomBytes } from 'node:crypto';
import type { Attack, Check } from '../attack.ts';
import { type Community, logIn, type Post, VISITOR } from '../community.ts';
import { watchHiding } from '../hiding.ts';
import { send, sendOk } from '../http.ts';
import { lockPost, removeComment, takeAuthor, takePost } from '../moderation.ts';

/** Each deletion has an address of its own: deletions per address and minute are limited. */
let addresses = 100;

export const DELETION_RACE: Attack = {
  name: 'deletion-race',
  title: 'pages are rendered at both processes while what they show is hidden',
  async run(community) {
    const checks: Check[] = [];
    for (const race of [raceLock, raceComment, raceRename, raceDeletion])
      checks.push(await race(community));
    return checks;
  },
};

function raceLock(community: Community): Promise<Check> {
  const post = takePost(community);
  return watchHiding({
    name: 'the title of a locked post',
    ports: community.site.ports,
    secret: post.title,
    looks: looksAt(post),
    hide: (port) => lockPost(community, port, post),
  });
}

async function raceComment(community: Community): Promise<Check> {
  const { site, reader, posts } = community;
  const post = posts[0] as Post;
  const secret = randomName();
  const { id } = await sendOk(site.ports[0], {
    ...{ method: 'POST', path: `/api/posts/${post.id}/comments`, from: VISITOR, token: reader },
    body: { body: secret },
  });
  return watchHiding({
    name: 'a removed comment',
    ports: site.ports,
    secret,
    looks: [page(`/posts/${post.id}`), page(`/api/posts/${post.id}/comments`)],
    hide: (port) => removeComment(community, port, id),
  });
}

async function raceRename(community: Community): Promise<Check> {
  const { site } = community;
  const author = takeAuthor(community);
  const from = nextAddress();
  const token = await logIn(site, author.email, from);
  const rename = (port: number, username: string) =>
    sendOk(port, {
      ...{ method: 'PUT', path: '/api/settings/profile', from, token },
      body: { username },
    });
  const secret = randomName();
  // A change that waits for review would block the rename; there may be none.
  await send(site.ports[0], {
    ...{ method: 'DELETE', path: '/api/settings/profile/pending', from, token },
  });
  await rename(site.ports[0], secret);
  return watchHiding({
    name: 'the former name of a member',
    ports: site.ports,
    secret,
    looks: looksAt(author.posts[0] as Post),
    hide: (port) => rename(port, randomName()),
  });
}

async function raceDeletion(community: Community): Promise<Check> {
  const { site } = community;
  const author = takeAuthor(community);
  const [post] = author.posts as [Post];
  const from = nextAddress();
  const token = await logIn(site, author.email, from);
  return watchHiding({
    name: 'a post of a deleted account',
    ports: site.ports,
    secret: post.title,
    looks: looksAt(post),
    hide: (port) =>
      sendOk(port, {
        ...{ method: 'POST', path: '/api/settings/delete-account', from, token },
        body: { password: site.password },
      }),
  });
}

function looksAt(post: Post): ((port: number) => Promise<string>)[] {
  return [page(`/posts/${post.id}`), page(`/api/posts/${post.id}`), page('/posts')];
}

function page(path: string) {
  return async (port: number) => (await send(port, { path, from: VISITOR })).text;
}

function randomName(): string {
  return `x${randomBytes(6).toString('hex')}`;
}

function nextAddress(): string {
  return `127.0.0.${addresses++}`;
}
