import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { invalidateAfterCommit } from '../../platform/invalidations.ts';
import { recordChange } from './changes.ts';

/** The columns of `post` that a decision of the staff can change. */
const DECIDED = [
  ...['status', 'review_reason', 'pending_version', 'locked_from', 'published_at', 'updated_at'],
  ...[
    'deleted_at',
    'live_version',
    'written_at',
    'title',
    'summary',
    'body',
    'rendered',
    'tag_ids',
  ],
  'cover_key',
  ...['lang', 'card_version', 'minutes', 'note', 'picture_key', 'picture_width', 'picture_height'],
];

export type PostSnapshot = {
  row: Record<string, unknown>;
  schedule: Record<string, unknown> | null;
  edits: Record<string, unknown>[];
};

/** As JSON, in which PostgreSQL keeps every value exactly. The caller has locked the post. */
export async function findSnapshot(trx: Trx, id: number): Promise<PostSnapshot> {
  const { rows } = await sql<PostSnapshot>`
    select (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(post)) where key = any(${DECIDED})) as row,
           (select to_jsonb(schedule) from post_schedule schedule where schedule.post_id = post.id) as schedule,
           coalesce((select jsonb_agg(to_jsonb(edit)) from published_edit edit where edit.post_id = post.id), '[]') as edits
      from post where id = ${id}`.execute(trx);
  if (!rows[0]) throw new Error(`there is no post ${id}`);
  return rows[0];
}

export async function restoreSnapshot(
  trx: Trx,
  id: number,
  now: PostState,
  { row, schedule, edits }: PostSnapshot,
): Promise<void> {
  const deleted_at = now.deleted ? new Date(0) : null;
  recordChange(trx, { ...now, id, deleted_at }, row as Parameters<typeof recordChange>[2]);
  // Also if only the edits that readers can look at change.
  invalidateAfterCommit(trx, 'post', [id]);
  const columns = sql.join(DECIDED.map((name) => sql.ref(name)));
  const values = sql.join(DECIDED.map((name) => sql.ref(`before.${name}`)));
  await sql`
    update post set (${columns}) = (
      select ${values} from jsonb_populate_record(null::post, ${JSON.stringify(row)}::jsonb) as before)
     where id = ${id}`.execute(trx);
  await sql`delete from post_schedule where post_id = ${id}`.execute(trx);
  if (schedule) await insertRows(trx, 'post_schedule', [schedule]);
  await sql`delete from published_edit where post_id = ${id}`.execute(trx);
  if (edits.length > 0) await insertRows(trx, 'published_edit', edits);
}

/** With the columns of the snapshot: one that a migration has added since gets its default. */
async function insertRows(
  trx: Trx,
  name: 'post_schedule' | 'published_edit',
  rows: Record<string, unknown>[],
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  const table = sql.table(name);
  await sql`
    insert into ${table} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)`.execute(
    trx,
  );
}

export type PostState = {
  author_uid: number;
  status: string;
  version: number;
  live_version: number;
  pending_version: number | null;
  deleted: boolean;
};

/** Locked. Also of a deleted post. */
export async function lockState(trx: Trx, id: number): Promise<PostState | undefined> {
  const { rows } = await sql<PostState>`
    select author_uid, status, version, live_version, pending_version, deleted_at is not null as deleted
      from post where id = ${id} for no key update`.execute(trx);
  return rows[0];
}
