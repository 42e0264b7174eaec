import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { PUBLISH_LEVEL } from '../rules.ts';
import type { OwnPostSummary } from '../schema.ts';
import { scheduleNote } from './schedule-note.ts';
import { STATUS_LOOKS, StatusChip } from './status-chip.tsx';

type StatusRibbonProps = {
  visit: PageView;
  post: OwnPostSummary;
  /** The review switch: submitting means review or publication. */
  audit: boolean;
};

/** For the author and the staff: why readers do not see the post, or see an older text. */
export function StatusRibbon({ visit, post, audit }: StatusRibbonProps) {
  const { t, visitor } = visit;
  const situation = situationOf(post);
  if (!situation) return null;
  const isOwn = visitor?.uid === post.author.uid;
  const { tone } = STATUS_LOOKS[situation === 'edit_pending' ? 'pending' : post.status];
  return (
    <aside class={`ribbon ribbon-${tone}`} aria-label={t('reading.ribbon')}>
      <div class="ribbon-words">
        <p>
          {situation === 'edit_pending' || situation === 'edit_rejected' ? null : (
            <StatusChip visit={visit} status={post.status} schedule={post.schedule} />
          )}{' '}
          {post.schedule?.approved
            ? scheduleNote(visit, post)
            : t(isOwn ? `reading.ribbon_${situation}` : `reading.ribbon_${situation}_staff`)}
        </p>
        {post.schedule && !post.schedule.approved ? <p>{scheduleNote(visit, post)}</p> : null}
        {post.review_reason ? (
          <p class="ribbon-reason">{t('reading.reason', { reason: post.review_reason })}</p>
        ) : null}
      </div>
      <div class="row">
        {isOwn ? <AuthorActions visit={visit} post={post} audit={audit} /> : null}
        {visitor && visitor.role !== 'member' && !isOwn ? (
          <a class="button button-small" href={`/admin/posts?post=${post.id}`}>
            {t('reading.manage')}
          </a>
        ) : null}
      </div>
    </aside>
  );
}

type Situation = Exclude<OwnPostSummary['status'], 'approved'> | 'edit_pending' | 'edit_rejected';

function situationOf(post: OwnPostSummary): Situation | null {
  if (post.status !== 'approved') return post.status;
  if (post.pending_version !== null) return 'edit_pending';
  // A reason without an unpublished edit is outdated.
  return post.review_reason && post.version > post.live_version ? 'edit_rejected' : null;
}

/** SPEC §3.1, §3.3, D58: submitting and withdrawing. Editing is beside the title. */
function AuthorActions({ visit, post, audit }: StatusRibbonProps) {
  const { t, visitor } = visit;
  const { id, status } = post;
  const canWrite = visitor?.status === 'active';
  const hasEdit = status === 'approved' && post.pending_version !== null;
  if (status === 'pending' || hasEdit)
    return canWrite ? (
      <ActionForm
        visit={visit}
        action={`/studio/posts/${id}/withdraw`}
        next={`/studio/write?id=${id}`}
      >
        <button class="button button-small" type="submit">
          {t('flow.withdraw_continue')}
        </button>
      </ActionForm>
    ) : null;
  if (status !== 'draft' && status !== 'rejected') return null;
  const canPublish = canWrite && (visitor?.level ?? 0) >= PUBLISH_LEVEL;
  const label = audit ? t('reading.submit') : t('reading.publish');
  return (
    <>
      {canPublish ? (
        <a class="button button-small button-primary" href={`/studio/submit?id=${id}`}>
          {label}
        </a>
      ) : (
        <button
          class="button button-small button-primary"
          type="button"
          disabled
          aria-describedby="publish-reason"
        >
          {label}
        </button>
      )}
      {canPublish ? null : (
        <p class="meta" id="publish-reason">
          {canWrite
            ? t('reading.publish_needs_level', { level: visit.site.publish_level })
            : t('reading.banned_hint')}
        </p>
      )}
    </>
  );
}
