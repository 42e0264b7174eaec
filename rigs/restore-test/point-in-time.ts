import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { waitFor } from '../../test/support/child.ts';
import { atEnd } from '../../test/support/cleanup.ts';
import { type ArchivedPostgres, startArchivedPostgres } from './archived-postgres.ts';
import { type Community, describeCommunity, makeCommunity, untilCounted } from './community.ts';
import { logInMember, type Member, refreshMember } from './member.ts';
import { openSite, type Site } from './site.ts';
import { recordSteps, type Step, succeed } from './steps.ts';
import { readComments, startWriters, type Written } from './writers.ts';

/** The most that may be lost with the machine. */
const LOST_SECONDS = 60;
/** Writes before and after the recovery target. */
const WRITES = 8;
const WRITING_SECONDS = 120;

/**
 * A site whose database archives its WAL. First the machine is lost, and the site is restored to the end of the archive; then all
 * members are deleted by mistake, and it is restored to the time just before.
 */
export async function runPointInTimeTest(
  archiveSeconds: number,
  onStep: (step: Step) => void = () => {},
): Promise<Step[]> {
  const { step, done } = recordSteps(onStep);
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-archive-'));
  chmodSync(directory, 0o755);
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  const server = await startArchivedPostgres(directory, archiveSeconds);
  const site = await openSite(server.url);
  try {
    const community = await step(
      'a site and its community',
      async () => {
        succeed(await site.lamplight('migrate'));
        await site.start();
        return makeCommunity(site.url);
      },
      ({ members, posts }) => `${members.length} members, ${posts.length} posts`,
    );
    await untilCounted(site);
    const before = await describeCommunity(site.url, community);

    const burnt = await step(
      'copied while written to, then burnt',
      () => copyAndBurn(site, server, community, archiveSeconds),
      ({ written }) => `${written.length} writes acknowledged, kill -9, disk gone`,
    );
    await step(
      'restored as far as the archive goes',
      () => bringBack(site, server),
      describeSizes(server),
    );
    await step(
      'what burnt with it',
      () => findLoss(community, burnt.written, burnt.at),
      ({ count, seconds }) =>
        `${count} writes of the last ${seconds.toFixed(1)} s (at most ${LOST_SECONDS})`,
    );

    const erased = await step(
      'everybody deleted by mistake',
      () => writeAndErase(site, server, community),
      ({ written }) => `${written.length} writes before and after the recovery target`,
    );
    await step(
      'restored to the time before',
      () => bringBack(site, server, erased.time),
      describeSizes(server),
    );
    await step(
      'writes on both sides of it',
      () => compareWithTime(community, erased.written, erased.time),
      ({ before, gone }) =>
        `${before} of ${before} before it are there, ${gone} of ${gone} after it are not`,
    );
    await step(
      'counts, texts and pictures',
      async () => {
        const after = await describeCommunity(site.url, community);
        if (after !== before) throw new Error(`the community differs:\n${before}\n---\n${after}`);
      },
      () => 'equal to the last byte',
    );
    await step(
      'old sessions, old passwords',
      async () => {
        for (const member of community.members) {
          await refreshMember(site.url, member);
          await logInMember(site.url, member.email);
        }
      },
      () => `${community.members.length} of ${community.members.length} members`,
    );
    return done;
  } finally {
    await site.close();
  }
}

/** At the worst time: shortly before the next WAL segment would have been archived. */
async function copyAndBurn(
  site: Site,
  server: ArchivedPostgres,
  community: Community,
  archiveSeconds: number,
) {
  const writers = startWriters(community);
  await server.copy();
  await server.nextShipment();
  await sleep(archiveSeconds * 900);
  await writers.stop();
  const at = new Date();
  await server.burn();
  await site.stop();
  return { written: writers.written, at };
}

/** Restores the rows, verifies every number, and starts the site. */
async function bringBack(site: Site, server: ArchivedPostgres, time?: Date): Promise<void> {
  await server.restore(time);
  succeed(await site.lamplight('verify'));
  await site.start();
}

function describeSizes(server: ArchivedPostgres): () => string {
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
  return () => {
    const { copy, archive } = server.sizes();
    return `verify clean, serving; copy ${megabytes(copy)}, archive ${megabytes(archive)}`;
  };
}

async function findLoss({ members, busyPost }: Community, written: Written[], at: Date) {
  const comments = await readComments(members[0] as Member, busyPost);
  const lost = written.filter(({ comment, body }) => comments.get(comment) !== body);
  if (lost.length === written.length) throw new Error('nothing was shipped at all');
  const first = Math.min(
    at.getTime(),
    ...lost.map(({ acknowledged_at }) => acknowledged_at.getTime()),
  );
  const seconds = (at.getTime() - first) / 1000;
  if (seconds > LOST_SECONDS) throw new Error(`the last ${seconds} s are lost`);
  return { count: lost.length, seconds };
}

async function writeAndErase(site: Site, server: ArchivedPostgres, community: Community) {
  const writers = startWriters(community);
  const { written } = writers;
  await waitFor(
    () => written.length >= WRITES,
    () => 'writes before the recovery target',
    WRITING_SECONDS,
  );
  const time = new Date();
  await waitFor(
    () => written.filter(({ begun_at }) => begun_at > time).length >= WRITES,
    () => 'writes after the recovery target',
    WRITING_SECONDS,
  );
  await writers.stop();
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  await client.query('truncate users cascade');
  await client.end();
  await site.stop();
  await server.retire();
  return { written, time };
}

async function compareWithTime({ members, busyPost }: Community, written: Written[], time: Date) {
  const comments = await readComments(members[0] as Member, busyPost);
  const isThere = ({ comment, body }: Written) => comments.get(comment) === body;
  const before = written.filter(({ acknowledged_at }) => acknowledged_at < time);
  const after = written.filter(({ begun_at }) => begun_at > time);
  const lost = before.filter((one) => !isThere(one));
  const left = after.filter(isThere);
  if (lost.length > 0) throw new Error(`lost: ${lost.map(({ comment }) => comment)}`);
  if (left.length > 0) throw new Error(`too new: ${left.map(({ comment }) => comment)}`);
  return { before: before.length, gone: after.length };
}
