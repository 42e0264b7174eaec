import type { PageView } from '../../platform/http/page.ts';
import type { LastUndoable } from '../actions/find-last-undoable.ts';
import { actionName } from './action-name.ts';
import { SubjectName } from './log-subject.tsx';
import { UndoForm } from './undo-form.tsx';

/** The last decision or bulk action of the viewer's own, with its undo. On every page for staff. */
export function LastDecision({ visit, last }: { visit: PageView; last: LastUndoable }) {
  const { t } = visit;
  const { log_id, batch, together, action, subject } = last;
  const isBulk = batch !== null && together > 1;
  return (
    <div class="staff-last">
      <p>
        {isBulk
          ? t('admin.queue.recent_bulk', { count: together })
          : t('admin.queue.recent', { action: actionName(t, action) })}{' '}
        {isBulk ? null : <SubjectName visit={visit} subject={subject} />}
      </p>
      <UndoForm visit={visit} of={isBulk ? { batch, together } : { log_id }} hotkey="z" />
    </div>
  );
}
