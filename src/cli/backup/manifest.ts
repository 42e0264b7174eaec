import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Failure, NotChecked } from '../failure.ts';
import { unlessUnreadable } from './checksums.ts';

/** Increases when the format changes incompatibly. */
export const FORMAT = 1;
export const MANIFEST = 'manifest.json';
export const DATABASE = 'database.dump';
export const UPLOADS = 'uploads';

/** Describes a backup. SHA256SUMS beside it has the checksum of each file. */
export const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.String(),
  site: Type.String(),
  /** The time of the database snapshot; the uploads may include a few newer ones. */
  snapshot_at: Type.String(),
  created_at: Type.String(),
  postgres: Type.Object({ server: Type.Integer(), pg_dump: Type.Integer() }),
  migrations: Type.Array(Type.String()),
  /** Roles that must exist before their privileges can be restored. */
  roles: Type.Array(Type.String()),
  rows: Type.Record(Type.String(), Type.Integer()),
  database: Type.Object({ bytes: Type.Integer(), sha256: Type.String() }),
  uploads: Type.Object({
    count: Type.Integer(),
    bytes: Type.Integer(),
    /** Rows whose file was missing in storage. */
    missing: Type.Integer(),
  }),
  /** A signature: shows whether a SECRET_KEY is the one of the site, without revealing it. */
  key_check: Type.String(),
  not_included: Type.Array(Type.String()),
});
export type Manifest = Static<typeof Manifest>;

export async function readManifest(copy: string): Promise<Manifest> {
  if (!existsSync(copy)) throw new NotChecked(`There is no directory ${copy}.`);
  const text = await unlessUnreadable(readFile(join(copy, MANIFEST), 'utf8'));
  if (text === undefined) throw new Failure(`${copy} is no backup: it has no ${MANIFEST}.`);
  const found = parse(text);
  if (Value.Check(Manifest, found)) return found;
  const format = formatOf(found);
  if (format > FORMAT) {
    throw new Failure(`${copy} is of format ${format}, which only a newer version can read.`);
  }
  throw new Failure(`${copy} is damaged: ${MANIFEST} is invalid.`);
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
