import sharp from 'sharp';
import type { Client } from '../../support/client.ts';
import { hold } from '../../support/hold-comment.ts';
import { PASSWORD } from '../../support/world.ts';
import { requireOk } from '../seed.ts';
import type { Site } from '../site.ts';

/** A kind of thing that waits: how many of it, and how one of them comes about. */
type Waiting = { count: number; add(number: number): Promise<unknown> };

type People = { author: Client; reader: Client; reporter: Client; owner: Client };

const EDITS = 10;
const PICTURE = sharp({ create: { width: 8, height: 8, channels: 3, background: '#7ac' } });

/** What waits on a moderator's day. Another kind is one line here. */
export function dayOf(site: Site, people: People): Record<string, Waiting> {
  const { author, reader, reporter } = people;
  const report = (subject_kind: string, subject_id: number) =>
    requireOk(reporter.post('/api/reports', { subject_kind, subject_id, reason: 'spam' }));
  const reported = async (number: number) => {
    if (number % 5 === 1) return report('comment', await writeComment(reader, await write(number)));
    if (number % 5 === 2) return report('upload', await sendPicture(author, number));
    if (number % 5 === 3) return report('user', (await site.member({ exp: 1 })).uid);
    return report('post', await write(number));
  };
  const write = (number: number) => writePost(author, `第 ${number} 篇`);
  return {
    posts: { count: 40 - EDITS, add: (number) => submitPost(site, author, number) },
    edits: { count: EDITS, add: (number) => editPublished(site, author, number) },
    reports: { count: 25, add: reported },
    profiles: { count: 3, add: (number) => askForName(site, people.owner, number) },
    appeals: { count: 5, add: (number) => appealBan(site, people.owner, number) },
    held: { count: 2, add: async (number) => holdOne(site, reader, await write(number)) },
  };
}

/** Adds everything, and returns how many things wait. */
export async function fillDay(day: Record<string, Waiting>): Promise<number> {
  let waiting = 0;
  for (const { count, add } of Object.values(day))
    for (let number = 0; number < count; number++, waiting++) await add(number);
  return waiting;
}

export async function writePost(author: Client, title: string, extra = {}): Promise<number> {
  const post = { title, body: `<p>${title}，灯火可亲。</p>`, ...extra };
  return (await requireOk(author.post('/api/studio/posts', post))).id;
}

export async function writeComment(
  client: Client,
  post: number,
  body = '写得真好',
): Promise<number> {
  return (await requireOk(client.post(`/api/posts/${post}/comments`, { body }))).id;
}

async function submitPost(site: Site, author: Client, number: number): Promise<void> {
  const id = await writePost(author, `待审 ${number}`, { draft: true });
  await site.review(true);
  await requireOk(author.post(`/api/studio/posts/${id}/submit`));
  await site.review(false);
}

async function editPublished(site: Site, author: Client, number: number): Promise<void> {
  const id = await writePost(author, `原来的题目 ${number}`);
  await site.review(true);
  const edit = { title: `新的题目 ${number}`, body: '<p>改了一段。</p>', version: 1 };
  await requireOk(author.put(`/api/studio/posts/${id}`, edit));
  await site.review(false);
}

async function sendPicture(author: Client, number: number): Promise<number> {
  const { id, url } = await requireOk(
    author.upload('/api/posts/upload-image', await PICTURE.clone().png().toBuffer()),
  );
  await writePost(author, `有图 ${number}`, { body: `<p><img src="${url}" alt=""></p>` });
  return id;
}

/** The second name costs energy, which waits with it. The first one and the first signature give exp, which an undo leaves. */
async function askForName(site: Site, owner: Client, number: number): Promise<void> {
  const member = await site.member({ exp: 500 });
  const gift = { uids: [member.uid], amount: 20, reason: '改名', dry_run: false };
  const once = { headers: { 'idempotency-key': `name-${member.uid}` } };
  await requireOk(owner.post('/api/admin/energy/adjust', gift, once));
  await requireOk(
    member.put('/api/settings/profile', { username: `旧名${number}`, signature: '旧的签名' }),
  );
  await site.review(true);
  const requested = { username: `新名${number}`, signature: '新的签名' };
  await requireOk(member.put('/api/settings/profile', requested));
  await site.review(false);
}

async function appealBan(site: Site, owner: Client, number: number): Promise<void> {
  const email = `appeal${number}@example.org`;
  const member = await site.member({ email, exp: 1 });
  const ban = { status: 'banned', reason: '广告', days: 7 };
  await requireOk(owner.put(`/api/admin/users/${member.uid}/status`, ban));
  await member.logIn(email, PASSWORD);
  await requireOk(member.post('/api/auth/appeal', { body: '那不是广告。' }));
}

async function holdOne(site: Site, reader: Client, post: number): Promise<void> {
  const id = await writeComment(reader, post, '加我领灯油');
  await hold(site.ctx, id);
}
