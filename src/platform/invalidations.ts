import { sql } from 'kysely';
import type { Trx } from './db/database.ts';
import { type Params, prepareQuery } from './db/prepared.ts';
import { afterCommit, sendAlong } from './db/transaction.ts';

/** Every web process listens to it on the coordinator. */
export const HIDDEN_CHANNEL = 'lamplight_hidden';

export type SubjectKind = 'post' | 'comment' | 'member' | 'folder' | 'tag' | 'series' | 'site';
/** Something that can be hidden from readers, together with the responses that show it. */
export type Subject = `${SubjectKind}:${number}`;

export function subjectOf(kind: SubjectKind, id: number): Subject {
  return `${kind}:${id}`;
}

/** What every page shows of the owner's site. There is one. */
export const SITE_SUBJECT = subjectOf('site', 1);

const subscribers = new Set<(subject: Subject) => void>();

/** Calls back when this process or another one has hidden something. Returns a function that unsubscribes. */
export function onInvalidation(callback: (subject: Subject) => void): () => void {
  subscribers.add(callback);
  return () => subscribers.delete(callback);
}

/** Synchronous: when it returns, this process caches no response that shows the subject. */
export function invalidate(subject: Subject): void {
  for (const callback of subscribers) callback(subject);
}

const notifyQuery = prepareQuery(
  (_db, { subjects }: Params<{ subjects: string[] }>) =>
    sql`select pg_notify(${sql.lit(HIDDEN_CHANNEL)}, subject) from unnest(${subjects}::text[]) as subject`,
);

/**
 * D55: for a write that hides something. Runs in this process between the commit and the response; the other processes
 * get a notification of the same transaction. By code, because a trigger would run and notify on the machine of its row.
 * Only for rare writes: transactions that notify commit one after the other. Likes, comments and counters are found by
 * the version check of the page cache.
 */
export function invalidateAfterCommit(trx: Trx, kind: SubjectKind, ids: number[]): void {
  if (ids.length === 0) return;
  const subjects = ids.map((id) => subjectOf(kind, id));
  sendAlong(trx, notifyQuery(trx, { subjects }));
  afterCommit(trx, async () => {
    for (const subject of subjects) invalidate(subject);
  });
}
