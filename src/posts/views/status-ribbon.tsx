import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { PUBLISH_LEVEL } from '../rules.ts';
import type { OwnPostSummary } from '../schema.ts';
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
            <StatusChip visit={visit} status={post.status} />
          )}{' '}
          {t(isOwn ? `reading.ribbon_${situation}` : `reading.ribbon_${situation}_staff`)}
        </p>
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

/** SPEC §3.1, §3.3: submitting. Editing is beside the title. */
function AuthorActions({ visit, post, audit }: StatusRibbonProps) {
  const { t, visitor } = visit;
  const { id, status } = post;
  if (status !== 'draft' && status !== 'rejected') return null;
  const canWrite = visitor?.status === 'active';
  const canPublish = canWrite && (visitor?.level ?? 0) >= PUBLISH_LEVEL;
  return (
    <>
      <ActionForm visit={visit} action={`/posts/${id}/submit`}>
        <button
          class="button button-small button-primary"
          type="submit"
          disabled={!canPublish}
          aria-describedby={canPublish ? undefined : 'publish-reason'}
        >
          {audit ? t('reading.submit') : t('reading.publish')}
        </button>
      </ActionForm>
      {canPublish ? null : (
        <p class="meta" id="publish-reason">
          {canWrite ? t('reading.publish_needs_level') : t('reading.banned_hint')}
        </p>
      )}
    </>
  );
}
