import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Storage, StoredEntry } from '../../platform/storage/storage.ts';
import { type Finding, NAMED_MAX } from '../rules.ts';

/** In the order of their keys, as storage lists them. */
const FOLDERS = ['avatar/', 'comment/', 'post/'];
const BATCH = 1000;

/**
 * I16: walks along the files and the rows of uploads, both in key order. A file is there before its row and
 * after it, so one without a row counts only if it is older than `before`, when a sweep should have taken it.
 */
export async function compareFiles(db: Db, storage: Storage, before: Date): Promise<Finding> {
  const found: Finding = { rows: 0, total: 0, differences: [] };
  const note = (key: string, files: number) => {
    found.total++;
    if (found.differences.length === NAMED_MAX) return;
    const [stored, actual] = [{ files }, { files: 1 - files }];
    found.differences.push({ subject: `file ${key}`, stored, actual, owner: [] });
  };
  const files = listFiles(storage);
  const keys = listKeys(db);
  let file = await next(files);
  let key = await next(keys);
  while (file || key) {
    found.rows++;
    if (file && (!key || file.key < key)) {
      if (file.modified_at < before && !(await isKnown(db, file.key))) note(file.key, 1);
      file = await next(files);
    } else if (key && (!file || key < file.key)) {
      if (!(await isStored(storage, key)) && (await isKnown(db, key))) note(key, 0);
      key = await next(keys);
    } else {
      file = await next(files);
      key = await next(keys);
    }
  }
  return found;
}

async function* listFiles(storage: Storage): AsyncGenerator<StoredEntry> {
  for (const folder of FOLDERS) yield* storage.list(folder);
}

async function* listKeys(db: Db): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ key: string }>`
      select key from upload where key > ${after} order by key limit ${BATCH}`.execute(db);
    for (const { key } of rows) yield key;
    const last = rows.at(-1);
    if (!last) return;
    after = last.key;
  }
}

async function next<T>(things: AsyncGenerator<T>): Promise<T | undefined> {
  const { done, value } = await things.next();
  return done ? undefined : value;
}

/** Looked at again, since neither side stands still while the other is walked along. */
async function isKnown(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`select from upload where key = ${key}`.execute(db);
  return rows.length > 0;
}

async function isStored(storage: Storage, key: string): Promise<boolean> {
  const file = await storage.get(key);
  file?.body.destroy();
  return file !== undefined;
}
