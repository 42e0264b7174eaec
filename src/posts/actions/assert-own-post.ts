import type { Viewer } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { findOwnState } from '../store/own-state.ts';

/** Refuses posts of others like missing ones (A02). */
export async function assertOwnPost(db: Db, viewer: Viewer, id: number): Promise<void> {
  if (!(await findOwnState(db, viewer.uid, id))) throw new Refusal('not_found');
}
