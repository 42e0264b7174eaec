import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Failure } from '../failure.ts';

/** Grows when a copy can no longer be read as the ones before. */
export const FORMAT = 1;
export const MANIFEST = 'manifest.json';
export const DATABASE = 'database.dump';
export const UPLOADS = 'uploads';

/** What a copy says about itself. The checksum of each file is in SHA256SUMS, next to it. */
export const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.String(),
  site: Type.String(),
  /** The moment the rows are of; the uploads are those of this moment and a few younger ones. */
  snapshot_at: Type.String(),
  created_at: Type.String(),
  postgres: Type.Object({ server: Type.Integer(), pg_dump: Type.Integer() }),
  migrations: Type.Array(Type.String()),
  /** Who must exist before the rights can be given back. */
  roles: Type.Array(Type.String()),
  rows: Type.Record(Type.String(), Type.Integer()),
  database: Type.Object({ bytes: Type.Integer(), sha256: Type.String() }),
  uploads: Type.Object({
    count: Type.Integer(),
    bytes: Type.Integer(),
    /** Rows whose file was not in storage at all. */
    missing: Type.Integer(),
  }),
  /** Tells whether a SECRET_KEY is the one the site had, and nothing about the key. */
  key_check: Type.String(),
  not_included: Type.Array(Type.String()),
});
export type Manifest = Static<typeof Manifest>;

export async function readManifest(copy: string): Promise<Manifest> {
  const text = await readFile(join(copy, MANIFEST), 'utf8').catch(() => {
    throw new Failure(`${copy} is no copy: there is no ${MANIFEST} in it.`);
  });
  const found = parse(text);
  if (Value.Check(Manifest, found)) return found;
  const format = formatOf(found);
  if (format > FORMAT) {
    throw new Failure(`${copy} is of format ${format}, which only a newer version can read.`);
  }
  throw new Failure(`${copy} is damaged: ${MANIFEST} does not say what it should.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function formatOf(found: unknown): number {
  return Value.Check(Type.Object({ format: Type.Integer() }), found) ? found.format : 0;
}
