import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { KeysetPage } from '../../platform/db/keyset.ts';
import { invalidateAfterCommit } from '../../platform/invalidations.ts';
import { CARD_COLUMNS } from '../../users/schema.ts';

const FOLDER = [
  'folder.id',
  'folder.uid',
  'folder.name',
  'folder.description',
  'folder.is_public',
  'folder.is_default',
  'folder.item_count',
  'folder.created_at',
] as const;

export type FolderRow = Awaited<ReturnType<typeof listFolders>>[number];
type FolderText = { name: string; description: string; is_public: boolean };

/** The member's default folder, locked; undefined where they have never saved anything. */
export function lockDefaultFolder(trx: Trx, uid: number): Promise<FolderRow | undefined> {
  return (
    trx
      .selectFrom('folder')
      .select(FOLDER)
      .where('uid', '=', uid)
      // A literal, not a parameter: the partial index is found by it.
      .where(sql<boolean>`is_default`)
      .forUpdate()
      .executeTakeFirst()
  );
}

/** Two first uses at once make one folder: the second waits for the first, and then finds its row. */
export async function insertDefaultFolder(trx: Trx, uid: number, now: Date): Promise<void> {
  await sql`
    insert into folder (uid, name, is_default, created_at) values (${uid}, '', true, ${now})
    on conflict (uid) where is_default do nothing`.execute(trx);
}

/** Also finds nothing where the folder is somebody else's (A05). */
export function findOwnFolder(db: Db, uid: number, id: number): Promise<FolderRow | undefined> {
  return db
    .selectFrom('folder')
    .select(FOLDER)
    .where('id', '=', id)
    .where('uid', '=', uid)
    .executeTakeFirst();
}

/** A04: a private folder, or one of a deleted account, is not there for anybody but its owner. */
export function findReadableFolder(db: Db, viewerUid: number | null, id: number) {
  return db
    .selectFrom('folder')
    .innerJoin('users', 'users.uid', 'folder.uid')
    .select([...FOLDER, ...CARD_COLUMNS])
    .where('folder.id', '=', id)
    .where('users.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('folder.is_public', '=', true), eb('folder.uid', '=', viewerUid)]))
    .executeTakeFirst();
}

/** By id, which is also default first: no folder of a member is made before their default one. */
export function listFolders(
  db: Db,
  uid: number,
  shown: 'all' | 'public',
  page: KeysetPage<number>,
) {
  let found = db.selectFrom('folder').select(FOLDER).where('uid', '=', uid);
  if (shown === 'public') found = found.where('is_public', '=', true);
  if (page.after !== undefined) found = found.where('id', '>', page.after);
  return found
    .orderBy('id')
    .limit(page.limit + 1)
    .execute();
}

export async function countFolders(db: Db, uid: number): Promise<number> {
  const { folders } = await db
    .selectFrom('folder')
    .select((eb) => eb.fn.countAll<number>().as('folders'))
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();
  return folders;
}

export function insertFolder(
  trx: Trx,
  folder: FolderText & { uid: number; created_at: Date },
): Promise<FolderRow> {
  return trx.insertInto('folder').values(folder).returning(FOLDER).executeTakeFirstOrThrow();
}

export function updateFolder(trx: Trx, id: number, text: FolderText): Promise<FolderRow> {
  invalidateAfterCommit(trx, 'folder', [id]);
  return trx
    .updateTable('folder')
    .set(text)
    .where('id', '=', id)
    .returning(FOLDER)
    .executeTakeFirstOrThrow();
}

/** Only an empty folder goes: the key of its items holds it. */
export async function deleteFolder(trx: Trx, id: number): Promise<void> {
  invalidateAfterCommit(trx, 'folder', [id]);
  await trx.deleteFrom('folder').where('id', '=', id).execute();
}

export async function deleteFoldersOf(trx: Trx, uid: number): Promise<void> {
  const deleted = await trx.deleteFrom('folder').where('uid', '=', uid).returning('id').execute();
  invalidateAfterCommit(
    trx,
    'folder',
    deleted.map(({ id }) => id),
  );
}
