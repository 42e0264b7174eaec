import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { KeysetPage } from '../../platform/db/keyset.ts';
import { invalidateAfterCommit } from '../../platform/invalidations.ts';
import { CARD_COLUMNS } from '../../users/schema.ts';

const FOLDER_COLUMNS = [
  'folder.id',
  'folder.uid',
  'folder.name',
  'folder.description',
  'folder.lang',
  'folder.is_public',
  'folder.is_default',
  'folder.item_count',
  'folder.created_at',
] as const;

export type FolderRow = Awaited<ReturnType<typeof listFolders>>[number];
export type FolderKey = { uid: number; id: number };
type FolderText = { name: string; description: string; lang: string | null; is_public: boolean };

/** Undefined if the member has never saved a post. */
export function lockDefaultFolder(trx: Trx, uid: number): Promise<FolderRow | undefined> {
  return (
    trx
      .selectFrom('folder')
      .select(FOLDER_COLUMNS)
      .where('uid', '=', uid)
      // A literal, not a parameter: with a parameter the planner cannot use the partial index.
      .where(sql<boolean>`is_default`)
      .forUpdate()
      .executeTakeFirst()
  );
}

/** Of two concurrent first uses, the second waits for the first and then finds its row. */
export async function insertDefaultFolder(trx: Trx, uid: number, now: Date): Promise<void> {
  await sql`
    insert into folder (uid, name, is_default, created_at) values (${uid}, '', true, ${now})
    on conflict (uid) where is_default do nothing`.execute(trx);
}

/** A05: does not find another member's folder. */
export function findOwnFolder(db: Db, uid: number, id: number): Promise<FolderRow | undefined> {
  return db
    .selectFrom('folder')
    .select(FOLDER_COLUMNS)
    .where('id', '=', id)
    .where('uid', '=', uid)
    .executeTakeFirst();
}

/** For an address without its owner. */
export async function findFolderOwner(db: Db, id: number): Promise<number | undefined> {
  const row = await db.selectFrom('folder').select('uid').where('id', '=', id).executeTakeFirst();
  return row?.uid;
}

/** A04: private folders are visible to their owner only, folders of deleted accounts to no viewer. */
export function findReadableFolder(db: Db, viewerUid: number | null, { uid, id }: FolderKey) {
  return db
    .selectFrom('folder')
    .innerJoin('member_card', 'member_card.uid', 'folder.uid')
    .select([...FOLDER_COLUMNS, ...CARD_COLUMNS])
    .where('folder.uid', '=', uid)
    .where('folder.id', '=', id)
    .where('member_card.state', '<>', sql.lit('deleted'))
    .where((eb) => eb.or([eb('folder.is_public', '=', true), eb('folder.uid', '=', viewerUid)]))
    .executeTakeFirst();
}

/** Ordered by id, so the default folder comes first: it is always created first. */
export function listFolders(
  db: Db,
  uid: number,
  shown: 'all' | 'public',
  page: KeysetPage<number>,
) {
  let folders = db.selectFrom('folder').select(FOLDER_COLUMNS).where('uid', '=', uid);
  if (shown === 'public') folders = folders.where('is_public', '=', true);
  if (page.after !== undefined) folders = folders.where('id', '>', page.after);
  return folders
    .orderBy('id')
    .limit(page.limit + 1)
    .execute();
}

/** A member has at most FOLDERS_MAX. */
export async function countFolders(
  db: Db,
  uid: number,
  shown: 'all' | 'public' = 'all',
): Promise<number> {
  let folders = db
    .selectFrom('folder')
    .select((eb) => eb.fn.countAll<number>().as('folders'))
    .where('uid', '=', uid);
  if (shown === 'public') folders = folders.where('is_public', '=', true);
  return (await folders.executeTakeFirstOrThrow()).folders;
}

export function insertFolder(
  trx: Trx,
  folder: FolderText & { uid: number; created_at: Date },
): Promise<FolderRow> {
  return trx
    .insertInto('folder')
    .values(folder)
    .returning(FOLDER_COLUMNS)
    .executeTakeFirstOrThrow();
}

export function updateFolder(
  trx: Trx,
  { uid, id }: FolderKey,
  text: FolderText,
): Promise<FolderRow> {
  invalidateAfterCommit(trx, 'folder', [id]);
  return trx
    .updateTable('folder')
    .set(text)
    .where('uid', '=', uid)
    .where('id', '=', id)
    .returning(FOLDER_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Only an empty folder: the foreign key of its items prevents any other. */
export async function deleteFolder(trx: Trx, { uid, id }: FolderKey): Promise<void> {
  invalidateAfterCommit(trx, 'folder', [id]);
  await trx.deleteFrom('folder').where('uid', '=', uid).where('id', '=', id).execute();
}

export async function deleteFoldersOf(trx: Trx, uid: number): Promise<void> {
  const deleted = await trx.deleteFrom('folder').where('uid', '=', uid).returning('id').execute();
  invalidateAfterCommit(
    trx,
    'folder',
    deleted.map(({ id }) => id),
  );
}
