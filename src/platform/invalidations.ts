import type { Trx } from './db/database.ts';
import { afterCommit } from './db/transaction.ts';

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

/**
 * D55: for a write that hides something. Runs in this process between the commit and the response; a trigger of the
 * same table notifies the other processes (migration 0029).
 */
export function invalidateAfterCommit(trx: Trx, kind: SubjectKind, ids: number[]): void {
  if (ids.length === 0) return;
  afterCommit(trx, async () => {
    for (const id of ids) invalidate(subjectOf(kind, id));
  });
}
