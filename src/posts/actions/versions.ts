import type { RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { newestVersion, postVersion } from '../store/versions.ts';

/** The version of a post and its counters, as part of another domain's statement. */
export function postVersionSql(id: RawBuilder<unknown>): RawBuilder<string | null> {
  return postVersion(id);
}

/** The same of the first page of the newest posts. */
export function newestVersionSql(db: Db): RawBuilder<string> {
  return newestVersion(db);
}
