import type { Client } from '../support/client.ts';
import { hold } from '../support/hold-comment.ts';
import type { Site } from './site.ts';

type People = Record<'reader' | 'indebted', Client>;

/** One of each kind that waits for the staff besides posts and profiles: reports, and a comment that a rule held. */
export async function seedQueue(site: Site, { reader, indebted }: People, posts: number[]) {
  const [reported = 0, other = 0] = posts;
  for (const [reporter, note] of [
    [reader, '文末是推广链接。'],
    [indebted, ''],
  ] as const) {
    const report = { subject_kind: 'post', subject_id: reported, reason: 'spam', note };
    await expectOk(reporter.post('/api/reports', report));
  }
  const comment = { body: '加群领灯油，先到先得。' };
  const { id } = await expectOk(indebted.post(`/api/posts/${other}/comments`, comment));
  await hold(site.ctx, id);
}

async function expectOk(response: ReturnType<Client['post']>) {
  const { status, text, body } = await response;
  if (status >= 300) throw new Error(`seeding failed: ${status} ${text}`);
  return body;
}
