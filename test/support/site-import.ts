import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ACCEPT } from '../../src/foreign-pictures/rules.ts';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import { tick } from '../../src/jobs.ts';
import { createFileFetcher } from '../../src/platform/outbound/fetch-file.ts';
import { isPublicTarget } from '../../src/platform/outbound/target.ts';
import { type ImportOptions, importSite } from '../../src/site-import/actions/import-site.ts';
import { openSource } from '../../src/site-import/readers/open-source.ts';
import type { System } from '../../src/site-import/rules.ts';
import { atEnd } from './cleanup.ts';
import { findDifferences } from './integrity.ts';
import { pictureOf } from './picture.ts';
import { createWorld, type World } from './world.ts';

const HOST = '127.0.0.4';

/** A site to import into, and an old site whose pictures it may fetch: everything below `/missing` is not there. */
export async function createImportWorld(settings: Record<string, string> = {}) {
  const picture = await pictureOf('jpeg', 640, 400);
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    if (request.url?.includes('missing')) response.writeHead(404).end();
    else response.writeHead(200, { 'content-length': picture.length }).end(picture);
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  atEnd(() => server.closeAllConnections());
  atEnd(() => server.close());
  const { port } = server.address() as AddressInfo;
  const world = await createWorld(settings, ({ ctx }) => {
    ctx.fetchFile = createFileFetcher({
      userAgent: 'tests',
      accept: ACCEPT,
      // As in production, except that one name leads to this machine.
      resolve: async (hostname) => (hostname === 'old.example' ? [HOST] : []),
      isReachable: (address, at) =>
        (address === HOST && at === port) || isPublicTarget(address, at),
    });
  });
  return { world, old: `http://old.example:${port}`, requested };
}

const NO_OPTIONS: ImportOptions = {
  ...{ dry_run: false, files: null, author: null, addresses: new Map() },
  ...{ guests: null, pages: false },
};

export async function importFrom(
  { ctx }: Pick<World, 'ctx'>,
  system: System,
  { path, old }: { path: string; old?: string },
  options: Partial<ImportOptions> = {},
) {
  const source = await openSource(system, {
    path,
    oldUrl: old === undefined ? null : new URL(old),
  });
  return importSite(ctx, source, { ...NO_OPTIONS, ...options });
}

/** Everything that a worker derives, and the check of every counter. */
export async function differencesAfterTick(world: World) {
  // Each round works on a batch.
  for (let round = 0; round < 12; round++) await tick(world.ctx);
  return findDifferences(await verifyIntegrity(world.ctx, { repair: false }));
}

export async function countRows(world: World, table: string, where = 'true'): Promise<number> {
  const [row] = await world.sql(`select count(*)::int as n from "${table}" where ${where}`);
  return Number(row?.['n']);
}
