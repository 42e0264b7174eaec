import type { BodyLabels } from '../../platform/html/decorate.ts';
import type { Translate } from '../../platform/i18n.ts';

/** The labels of a decorated body for screen readers. */
export function bodyLabels(t: Translate): BodyLabels {
  return {
    enlarge: t('reading.image.enlarge'),
    notes: t('reading.body.notes'),
    note_back: t('reading.body.note_back'),
    task_done: t('reading.body.task_done'),
    task_open: t('reading.body.task_open'),
  };
}
