import { sql } from 'kysely';
import type { Db, Trx, TrxOrAutocommit } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import type { NotifyPrefs } from '../rules.ts';

export type NewNotification = {
  uid: number;
  kind: string;
  cause: string;
  created_at: Date;
  /** Who caused it, where somebody did. */
  actor_uid?: number;
  /** SPEC §2: the post it is about. */
  related_id?: number;
  payload?: Record<string, number | string>;
};

const inserted = prepareQuery(
  (db, notice: Params<Omit<NewNotification, 'payload'> & { payload: string }>) =>
    db
      .insertInto('notification')
      .values(notice)
      .onConflict((conflict) => conflict.constraint('notification_once').doNothing()),
);

export async function insertNotification(trx: Trx, notice: NewNotification): Promise<void> {
  await inserted(trx, { ...notice, payload: JSON.stringify(notice.payload ?? {}) });
}

/** Returns a notification to the top of the list: a new row, because lists are in the order of ids. */
export async function deleteOlder(
  trx: Trx,
  { uid, cause, before }: { uid: number; cause: string; before: Date },
): Promise<void> {
  await trx
    .deleteFrom('notification')
    .where('uid', '=', uid)
    .where('cause', '=', cause)
    .where('created_at', '<=', before)
    .execute();
}

/** The same for many, in the order of their uids. */
export async function insertNotifications(
  trx: Trx,
  uids: number[],
  notice: Omit<NewNotification, 'uid' | 'actor_uid' | 'related_id'>,
): Promise<void> {
  await sql`
    insert into notification (uid, kind, cause, payload, created_at)
    select uid, ${notice.kind}, ${notice.cause}, ${JSON.stringify(notice.payload ?? {})}::jsonb, ${notice.created_at}
      from unnest(${uids}::bigint[]) as one (uid) order by uid
    on conflict on constraint notification_once do nothing`.execute(trx);
}

/** People who like one post of the reader's, on one day. */
export type DayOfLikes = { post_id: number; day: string; likes: number };

/**
 * D45: one entry per post and day. `told` is how many people it has told of: it never falls, so that one
 * person who presses on and off is no news, and only more people make a read entry unread again. Of two tabs
 * that ask at once the second finds nothing to add. In the order given, which is the order of locking.
 */
export async function upsertLikes(
  trx: TrxOrAutocommit,
  uid: number,
  days: DayOfLikes[],
  now: Date,
): Promise<void> {
  await sql`
    insert into notification as held (uid, kind, cause, related_id, payload, created_at)
    select ${uid}, 'like', 'like:' || post_id || ':' || day, post_id,
           jsonb_build_object('day', day, 'told', likes), ${now}
      from unnest(${days.map((one) => one.post_id)}::bigint[], ${days.map((one) => one.day)}::text[],
                  ${days.map((one) => one.likes)}::int[]) with ordinality as one (post_id, day, likes, place)
     order by place
    on conflict (uid, cause) do update set payload = excluded.payload, read_at = null
     where (held.payload->>'told')::int < (excluded.payload->>'told')::int`.execute(trx);
}

export async function deleteOwn(trx: TrxOrAutocommit, uid: number, ids: number[]): Promise<void> {
  await trx
    .deleteFrom('notification')
    .where('uid', '=', uid)
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
}

/**
 * Also finds nothing where they are somebody else's (A05). By id, so that two who mark the same rows lock
 * them in one order; what was read keeps its time.
 */
export async function updateRead(
  trx: TrxOrAutocommit,
  uid: number,
  ids: number[],
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    with own as materialized (
      select id, read_at from notification where uid = ${uid} and id = any(${ids}) order by id for no key update
    ), marked as (
      -- By an array, not by a join: a join is planned to read everything while a table has no statistics yet.
      update notification set read_at = ${now}
       where uid = ${uid} and id = any(array(select id from own where read_at is null))
    )
    select count(*) as found from own`.execute(trx);
  return rows[0]?.found ?? 0;
}

export async function selectPrefs(db: Db, uid: number): Promise<NotifyPrefs | undefined> {
  return db
    .selectFrom('notify_pref')
    .select(['comment', 'reply', 'likes as like', 'follow'])
    .where('uid', '=', uid)
    .executeTakeFirst();
}

/** Only the switches that are named move; two at once cannot undo each other. */
export function upsertPrefs(
  trx: TrxOrAutocommit,
  uid: number,
  { like, ...others }: Partial<NotifyPrefs>,
): Promise<NotifyPrefs> {
  const changed = like === undefined ? others : { ...others, likes: like };
  return trx
    .insertInto('notify_pref')
    .values({ uid, ...changed })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ uid, ...changed }))
    .returning(['comment', 'reply', 'likes as like', 'follow'])
    .executeTakeFirstOrThrow();
}

/** What another worker is deleting is left to it. */
export async function deleteRead(
  trx: TrxOrAutocommit,
  before: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notification using (
      select uid, id from notification where read_at is not null and created_at < ${before}
       order by created_at limit ${limit} for update skip locked
    ) as doomed
     where notification.uid = doomed.uid and notification.id = doomed.id`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Those the user got, and those they caused: both say something of them. */
export async function deleteNotifications(trx: Trx, uid: number): Promise<void> {
  await trx
    .deleteFrom('notification')
    .where((eb) => eb.or([eb('uid', '=', uid), eb('actor_uid', '=', uid)]))
    .execute();
  await trx.deleteFrom('notify_pref').where('uid', '=', uid).execute();
}
