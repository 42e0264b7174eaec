import type { Context, Viewer } from '../../context.ts';
import { Refusal } from '../../refusals.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import type { StaffNote } from '../schema/moderation.ts';
import { insertNote, listNotes } from '../store/notes.ts';

/** What the staff has written about a member, newest first. The member never sees it. */
export async function readNotes(ctx: Context, uid: number): Promise<StaffNote[]> {
  const rows = await listNotes(ctx.db, uid);
  return rows.map(({ id, body, created_at, ...author }) => ({
    id,
    body,
    author: presentCard(ctx, author),
    created_at: created_at.toISOString(),
  }));
}

/** Append-only: a note is never changed, and deleted only with the member's data. */
export async function addNote(
  ctx: Context,
  staff: Viewer,
  uid: number,
  { body }: { body: string },
): Promise<void> {
  await ctx.tx(async (trx) => {
    const user = await lockUser(trx, uid);
    if (!user || user.email === null) throw new Refusal('not_found');
    const note = { uid, author_uid: staff.uid, body: body.trim(), created_at: ctx.now() };
    await insertNote(trx, note);
  });
}
