import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describeCommunity, makeCommunity } from '../restore-test/community.ts';
import { type Member, refreshMember } from '../restore-test/member.ts';
import { openSite, type Program } from '../restore-test/site.ts';
import { recordSteps, type Step, succeed } from '../restore-test/steps.ts';
import { findDifference } from './differences.ts';

/**
 * Upgrades a site with data from one release to another as docs/operations.md describes, and goes back. Throws where
 * something is lost, or where a release fails on the schema of the other.
 */
export async function runUpgrade(
  postgresUrl: string,
  { old, present }: { old: Program; present: Program },
  onStep: (step: Step) => void,
): Promise<Step[]> {
  const { step, done } = recordSteps(onStep);
  const site = await openSite(postgresUrl);
  try {
    site.install(old);
    const community = await step(
      'old release: a site with data',
      async () => {
        succeed(await site.lamplight('migrate'));
        succeed(await site.lamplight('seed', '--demo'));
        await switchReviewOff(site.databaseUrl);
        await site.start();
        return makeCommunity(site.url);
      },
      ({ members, pictures }) =>
        `the demo and ${members.length} members, ${pictures.length} pictures`,
    );
    const [writer] = community.members as [Member];
    const before = JSON.parse(await describeCommunity(site.url, community));
    /** Every session, page and picture, and a write. */
    const use = async (): Promise<string> => {
      const now = JSON.parse(await describeCommunity(site.url, community));
      const difference = findDifference(before, now);
      if (difference) throw new Error(`changed: ${difference}`);
      const pages = ['/', '/login', `/posts/${community.busyPost}`];
      for (const page of pages) await readPage(site.url + page);
      await writer.post(`/api/posts/${community.busyPost}/comments`, { body: '灯还亮着。' });
      await writer.post('/api/studio/posts', { title: '新的一盏', body: '<p>亮了。</p>' });
      return `${before.length} responses as before, ${pages.length} pages, a comment, a post`;
    };
    const restart = (release: Program, name: string) =>
      step(
        name,
        async () => {
          await site.stop();
          site.install(release);
          await site.start();
          return use();
        },
        (used) => used,
      );
    const verify = (name: string) =>
      step(
        name,
        async () => {
          site.install(present);
          return succeed(await site.lamplight('verify', '--files'));
        },
        () => 'all counters and files agree',
      );

    await step(
      'old release: a backup',
      async () => succeed(await site.lamplight('backup', '--to', site.backups)),
      () => 'complete',
    );
    site.install(present);
    await step(
      'new release: migrate under the old',
      async () => succeed(await site.lamplight('migrate')),
      (output) => output.trim().replaceAll(/\s*\n\s*/g, ', '),
    );
    await step('old release on the new schema', use, (used) => used);
    await restart(old, 'old release, restarted');
    await restart(present, 'new release');
    await verify('new release: verify');
    await restart(old, 'back to the old release');
    await verify('new release: verify');
    await step(
      'new release: restore the old backup',
      async () => {
        const [backup = ''] = readdirSync(site.backups);
        await site.wipe();
        succeed(await site.lamplight('restore', join(site.backups, backup)));
        await site.start();
        await refreshMember(site.url, writer);
        return use();
      },
      (used) => used,
    );
    return done;
  } finally {
    await site.remove();
  }
}

/** The demo reviews posts; the posts of this test must be public at once. */
async function switchReviewOff(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("update site_setting set value = false where key = 'audit.enabled'");
  await client.end();
}

async function readPage(url: string): Promise<void> {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok || !text.includes('</html>'))
    throw new Error(`${url} returned ${response.status}: ${text.slice(0, 500)}`);
}
