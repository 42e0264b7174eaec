import type { Context, Viewer } from '../../context.ts';
import { findLastDecision, type LastDecision } from '../../staff-log/actions/undo.ts';
import { type NamedSubject, nameSubjects } from './name-subjects.ts';

export type LastUndoable = LastDecision & { subject: NamedSubject };

/** What the viewer decided last and can still undo, with what it was about. */
export async function findLastUndoable(
  ctx: Context,
  staff: Viewer,
): Promise<LastUndoable | undefined> {
  const last = await findLastDecision(ctx, staff);
  if (!last) return undefined;
  const subjects = await nameSubjects(ctx, staff, [{ ...last, id: last.log_id }]);
  return { ...last, subject: subjects.get(last.log_id) ?? {} };
}
