import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describeCommunity, fetchPicture, makeCommunity, untilCounted } from './community.ts';
import { logInMember, refreshMember } from './member.ts';
import { openSite, type Site } from './site.ts';
import { recordSteps, type Step, succeed } from './steps.ts';
import { readComments, startWriters, type Written } from './writers.ts';

const WRITING_BEFORE_MS = 1000;

/** Creates a site, backs it up under writes, destroys and restores it; throws if anything is lost. */
export async function runRestoreTest(
  postgresUrl: string,
  onStep: (step: Step) => void = () => {},
): Promise<Step[]> {
  const { step, done } = recordSteps(onStep);
  const site = await openSite(postgresUrl);
  try {
    await step(
      'a new site',
      async () => {
        succeed(await site.lamplight('migrate'));
        await site.start();
      },
      () => 'migrated and serving',
    );
    const community = await step(
      'a community',
      () => makeCommunity(site.url),
      ({ members, posts, pictures }) =>
        `${members.length} members, ${posts.length} posts, ${pictures.length} pictures`,
    );
    await untilCounted(site);
    const before = await describeCommunity(site.url, community);
    const { copy, written, manifest } = await step(
      'backup, while it is written to',
      () => backUpUnderWrites(site, community),
      ({ counted }) => `${counted.before} writes before its time, ${counted.after} after`,
    );
    await step(
      'destroyed',
      () => site.wipe(),
      () => 'database dropped, uploads removed',
    );
    await step(
      'C22: damaged copies',
      () => offerDamaged(site, copy),
      (count) => `${count} refused, nothing written`,
    );
    await step(
      'restore',
      async () => succeed(await site.lamplight('restore', copy)),
      (output) => /All \d+ checks agree/.exec(output)?.[0] ?? '',
    );
    await step(
      'verify --files',
      async () => succeed(await site.lamplight('verify', '--files')),
      () => 'clean',
    );
    await site.start();
    await step(
      'old sessions, old passwords',
      async () => {
        for (const member of community.members) {
          await member.get('/api/settings/sessions');
          await refreshMember(site.url, member);
          await logInMember(site.url, member.email);
        }
      },
      () => `${community.members.length} of ${community.members.length} members`,
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
      'acknowledged writes',
      () => findWrites(site, community, written, manifest.snapshot_at),
      (count) => `${count} of ${count} are there, each with its picture`,
    );
    return done;
  } finally {
    await site.remove();
  }
}

type Community = Awaited<ReturnType<typeof makeCommunity>>;

async function backUpUnderWrites(site: Site, community: Community) {
  const writers = startWriters(community);
  await sleep(WRITING_BEFORE_MS);
  const outcome = await site.lamplight('backup', '--to', site.backups);
  await writers.stop();
  succeed(outcome);
  const [name = ''] = readdirSync(site.backups);
  const copy = join(site.backups, name);
  const manifest: { snapshot_at: string } = JSON.parse(
    readFileSync(join(copy, 'manifest.json'), 'utf8'),
  );
  const before = writesBefore(writers.written, manifest.snapshot_at).length;
  const counted = { before, after: writers.written.length - before };
  if (counted.before === 0 || counted.after === 0)
    throw new Error(`no writes while the backup ran: ${JSON.stringify(counted)}`);
  return { copy, manifest, written: writers.written, counted };
}

/** Flips one byte in the rows, in a picture, in the manifest and in the checksums. */
async function offerDamaged(site: Site, copy: string): Promise<number> {
  const uploads = readdirSync(join(copy, 'uploads'), { recursive: true, encoding: 'utf8' });
  const picture = uploads.find((name) => name.endsWith('.webp') || name.endsWith('.png')) ?? '';
  const victims = ['database.dump', join('uploads', picture), 'manifest.json', 'SHA256SUMS'];
  for (const [index, victim] of victims.entries()) {
    const damaged = `${site.backups}-damaged-${index}`;
    cpSync(copy, damaged, { recursive: true });
    flipByte(join(damaged, victim));
    for (const command of [['backup', 'verify'], ['restore']]) {
      const outcome = await site.lamplight(...command, damaged);
      if (outcome.code !== 1 || !/damaged|no copy/.test(outcome.output))
        throw new Error(
          `${victim} was changed and ${command.join(' ')} printed: ${outcome.output}`,
        );
    }
  }
  if (existsSync(site.storage)) throw new Error('a damaged copy was written to storage');
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  const { rows } = await client.query("SELECT FROM pg_tables WHERE schemaname = 'public'");
  await client.end();
  if (rows.length > 0) throw new Error('a damaged copy was written to the database');
  return victims.length;
}

function flipByte(path: string): void {
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

async function findWrites(
  site: Site,
  { members, busyPost }: Community,
  written: Written[],
  snapshotAt: string,
): Promise<number> {
  const [reader] = members;
  if (!reader) throw new Error('the community has no members');
  const comments = await readComments(reader, busyPost);
  const due = writesBefore(written, snapshotAt);
  for (const { uid, comment, body, picture } of due) {
    if (comments.get(comment) !== body) throw new Error(`comment ${comment} is lost`);
    // No post shows it, so only its uploader can fetch it.
    await fetchPicture(site.url, picture, members.find((member) => member.uid === uid)?.access);
  }
  return due.length;
}

function writesBefore(written: Written[], time: string): Written[] {
  return written.filter(({ acknowledged_at }) => acknowledged_at < new Date(time));
}
