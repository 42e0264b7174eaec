import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Member, registerMember } from './member.ts';
import type { Site } from './site.ts';

const MEMBERS = 6;

export type Community = {
  members: Member[];
  posts: number[];
  pictures: string[];
  /** Only the writers comment on it. */
  busyPost: number;
};

/** A small community with posts, comments, reactions, follows and gifts. */
export async function makeCommunity(url: string): Promise<Community> {
  const members: Member[] = [];
  const posts: number[] = [];
  const pictures: string[] = [];
  for (let index = 0; index < MEMBERS; index++) {
    const member = await registerMember(url, `member${index}@example.org`);
    await member.put('/api/settings/profile', {
      username: `守夜人${index}`,
      signature: '一灯如豆',
    });
    pictures.push((await member.uploadPicture('/api/settings/avatar')).avatar_url);
    await member.post('/api/level/checkin');
    members.push(member);
  }
  for (const [index, member] of members.entries()) {
    const { url: picture } = await member.uploadPicture('/api/posts/upload-image');
    const { id } = await member.post('/api/studio/posts', {
      title: `第 ${index + 1} 盏灯`,
      body: `<p>灯火可亲。</p><figure><img src="${picture}" alt="灯"></figure>`,
      cover_url: picture,
    });
    pictures.push(picture);
    posts.push(id);
  }
  for (const [index, member] of members.entries()) {
    const id = posts[(index + 1) % posts.length];
    const author = members[(index + 1) % members.length];
    const { id: comment } = await member.post(`/api/posts/${id}/comments`, { body: '写得真好。' });
    await author?.post(`/api/comments/${comment}/reply`, { body: '谢谢。' });
    await member.post(`/api/posts/${id}/like`, { liked: true });
    await member.post(`/api/users/${author?.uid}/follow`, { following: true });
    await member.post('/api/energy/energize', { post_id: id, form: 'light' });
  }
  const [writer] = members as [Member];
  const { id: busyPost } = await writer.post('/api/studio/posts', {
    title: '人来人往',
    body: '<p>这里一直有人说话。</p>',
  });
  return { members, posts, pictures, busyPost };
}

const LOOK_MS = 50;
const COUNTED_MS = 60_000;

/** Deltas of locked counters are flushed later (ADR 0009): until then a post shows lower counts. */
export async function untilCounted({ databaseUrl }: Site): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (let waited = 0; waited < COUNTED_MS; waited += LOOK_MS) {
      const { rowCount } = await client.query('select from post_count_delta limit 1');
      if (rowCount === 0) return;
      await sleep(LOOK_MS);
    }
    throw new Error('counter deltas are still not flushed');
  } finally {
    await client.end();
  }
}

/** Everything that a visitor and each member can see, for a comparison with itself. */
export async function describeCommunity(url: string, community: Community): Promise<string> {
  const [reader] = community.members as [Member];
  const seen: unknown[] = [];
  for (const id of community.posts) {
    seen.push(await reader.get(`/api/posts/${id}`), await reader.get(`/api/posts/${id}/comments`));
  }
  for (const member of community.members) {
    seen.push(await reader.get(`/api/users/${member.uid}`));
    seen.push(await member.get('/api/energy/info'), await member.get('/api/level/info'));
    seen.push(await member.get('/api/energy/logs'));
  }
  for (const picture of community.pictures) seen.push(await fetchPicture(url, picture));
  return JSON.stringify(seen, null, 1);
}

export async function fetchPicture(url: string, picture: string, token = ''): Promise<string> {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(url + picture, { headers });
  if (!response.ok) throw new Error(`${picture} returned ${response.status}`);
  return Buffer.from(await response.arrayBuffer()).toString('base64');
}
