import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Storage, StoredEntry } from '../../platform/storage/storage.ts';
import { type Finding, NAMED_MAX } from '../rules.ts';

/** In key order, as the storage lists them. */
const FOLDERS = ['avatar/', 'comment/', 'post/'];
const BATCH = 1000;

/**
 * I16: a merge of the files and the rows of uploads, both in key order. A file is written before its row and deleted
 * after it, so a file without a row counts only if it is older than `before`, when a sweep should have deleted it.
 */
export async function compareFiles(db: Db, storage: Storage, before: Date): Promise<Finding> {
  const found: Finding = { rows: 0, total: 0, differences: [] };
  const report = (key: string, files: number) => {
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
      if (file.modified_at < before && !(await isKnown(db, file.key))) report(file.key, 1);
      file = await next(files);
    } else if (key && (!file || key < file.key)) {
      if (!(await isStored(storage, key)) && (await isKnown(db, key))) report(key, 0);
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

async function next<T>(items: AsyncGenerator<T>): Promise<T | undefined> {
  const { done, value } = await items.next();
  return done ? undefined : value;
}

/** A second look-up, because uploads come and go during the comparison. */
async function isKnown(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`select from upload where key = ${key}`.execute(db);
  return rows.length > 0;
}

async function isStored(storage: Storage, key: string): Promise<boolean> {
  const file = await storage.get(key);
  file?.body.destroy();
  return file !== undefined;
}
