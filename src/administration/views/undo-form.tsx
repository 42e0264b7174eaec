import { Undo2 } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';

type UndoFormProps = {
  visit: PageView;
  /** Of the decision in the staff log, or the number of a bulk action with how many it made. */
  of: { log_id: number } | { batch: string; together: number };
  hotkey?: string;
};

/** D66: a button that undoes a decision of the viewer's own, or all of a bulk action. */
export function UndoForm({ visit, of, hotkey }: UndoFormProps) {
  const { t } = visit;
  const path = 'batch' in of ? `batch/${of.batch}` : of.log_id;
  return (
    <ActionForm visit={visit} action={`/admin/decisions/${path}/undo`} class="staff-undo">
      <button class="button button-small" type="submit" {...(hotkey ? { 'data-key': hotkey } : {})}>
        <Icon of={Undo2} size={14} />
        {'batch' in of ? t('admin.queue.undo_all', { count: of.together }) : t('admin.queue.undo')}
        {hotkey ? <kbd>{hotkey.toUpperCase()}</kbd> : null}
      </button>
    </ActionForm>
  );
}
