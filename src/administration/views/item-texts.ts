import type { Translate } from '../../platform/i18n.ts';
import type { QueueItem } from '../schema/queue.ts';

type Named = Pick<QueueItem, 'kind' | 'subject'>;

/** What an item of the queue is: a new post, a reported picture. */
export function itemName(t: Translate, { kind, subject }: Named): string {
  return kind === 'report'
    ? t(`admin.queue.reported_kind.${reportedOf(subject)}`)
    : t(`admin.queue.subject.${subject}`);
}

/** What a decision will do to it. */
export function effectOf(
  t: Translate,
  verdict: 'approve' | 'reject',
  { kind, subject }: Named,
): string {
  if (kind === 'report') return t(`admin.queue.effect.${verdict}.report_${reportedOf(subject)}`);
  return t(
    `admin.queue.effect.${verdict}.${kind === 'post' && subject === 'edit' ? 'edit' : kind}`,
  );
}

function reportedOf(subject: QueueItem['subject']): 'post' | 'comment' | 'user' | 'upload' {
  return subject === 'comment' || subject === 'user' || subject === 'upload' ? subject : 'post';
}
