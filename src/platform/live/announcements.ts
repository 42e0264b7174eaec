import type { Trx, TrxOrAutocommit } from '../db/database.ts';
import { afterCommit } from '../db/transaction.ts';

/**
 * What has just been written, for open event streams (ADR 0062): ids only. Each process reads for itself what its members
 * may see of it.
 */
export type Announcement =
  /** The notifications of a member changed: new, read or withdrawn. */
  | `notifications:${number}`
  /** A post of a member has another state: member, post. */
  | `own_post:${number}:${number}`
  /** A post became public. */
  | `published:${number}`
  /** A comment became visible: post, comment. */
  | `comment:${number}:${number}`
  /** What waits for the staff changed. */
  | 'queue';

const subscribers = new Set<(announcement: Announcement) => void>();

/** Calls back for each announcement of this process. Returns a function that unsubscribes. */
export function onAnnouncement(callback: (announcement: Announcement) => void): () => void {
  subscribers.add(callback);
  return () => subscribers.delete(callback);
}

/**
 * After the commit, or at once with autocommit: call it there after the statement. Never inside the transaction, because
 * transactions that NOTIFY commit one after the other. A program without streams announces nothing.
 */
export function announce(trx: TrxOrAutocommit, announcement: Announcement): void {
  if (subscribers.size === 0) return;
  const send = () => {
    for (const callback of subscribers) callback(announcement);
  };
  if (trx.isTransaction) afterCommit(trx as Trx, async () => send());
  else send();
}
