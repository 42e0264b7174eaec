import { CalendarX, Clock, Send, Undo2 } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { PUBLISH_LEVEL } from '../../posts/rules.ts';
import type { OwnPostSummary } from '../../posts/schema.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { isBanned, WHY_NOT } from './why-not.ts';

type Props = { visit: PageView; post: OwnPostSummary; audit: boolean };

/** SPEC §3.3, D20, D58: the way of an own post to its readers, and back. */
export function PublishActions({ visit, post, audit }: Props) {
  return (
    <>
      <SubmitAction visit={visit} post={post} audit={audit} />
      <ScheduleActions visit={visit} post={post} />
      <WithdrawAction visit={visit} post={post} />
    </>
  );
}

/** For drafts and rejected posts; the page asks once, and submits or publishes by the review switch. */
function SubmitAction({ visit, post, audit }: Props) {
  const { t, visitor } = visit;
  if (post.status !== 'draft' && post.status !== 'rejected') return null;
  const content = (
    <>
      <Icon of={Send} size={14} />
      {audit ? t('studio.submit') : t('studio.publish')}
    </>
  );
  if (isBanned(visit) || (visitor?.level ?? 0) < PUBLISH_LEVEL) {
    return (
      <button type="button" class="button button-small" disabled aria-describedby={WHY_NOT}>
        {content}
      </button>
    );
  }
  return (
    <a class="button button-small" href={`/studio/submit?id=${post.id}`}>
      {content}
    </a>
  );
}

/** A pending post is cancelled by withdrawing it: both make it a draft. */
function ScheduleActions({ visit, post }: Omit<Props, 'audit'>) {
  const { t } = visit;
  if (!post.schedule || isBanned(visit)) return null;
  if (post.status === 'pending')
    return (
      <a class="button button-small" href={`/studio/submit?id=${post.id}`}>
        <Icon of={Clock} size={14} />
        {t('flow.schedule_change')}
      </a>
    );
  return (
    <ActionForm visit={visit} action={`/studio/posts/${post.id}/schedule/delete`}>
      <button type="submit" class="button button-small">
        <Icon of={CalendarX} size={14} />
        {t('flow.schedule_cancel')}
      </button>
    </ActionForm>
  );
}

function WithdrawAction({ visit, post }: Omit<Props, 'audit'>) {
  const { t } = visit;
  const hasEdit = post.pending_version !== null && post.status === 'approved';
  if (!hasEdit && post.status !== 'pending') return null;
  return (
    <ActionForm visit={visit} action={`/studio/posts/${post.id}/withdraw`}>
      <button
        type="submit"
        class="button button-small"
        {...(isBanned(visit) ? { disabled: true, 'aria-describedby': WHY_NOT } : {})}
      >
        <Icon of={Undo2} size={14} />
        {t(hasEdit ? 'flow.withdraw_edit' : 'flow.withdraw')}
      </button>
    </ActionForm>
  );
}
