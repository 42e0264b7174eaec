import type { TrustedHtml } from '../../platform/html/trusted.ts';
import type { PageView } from '../../platform/http/page.ts';
import type { OwnPost } from '../../posts/schema.ts';
import { scheduleNote } from '../../posts/views/schedule-note.ts';
import { StatusChip } from '../../posts/views/status-chip.tsx';
import { ActionForm } from '../../ui/action-form.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Prose } from '../../ui/prose.tsx';
import { StudioLayout } from './studio-layout.tsx';

/** A pending or locked post: its text, and why it cannot be edited. */
export function WriteBlocked({ visit, post }: { visit: PageView; post: OwnPost }) {
  const { t } = visit;
  const isLocked = post.status === 'locked';
  const isApproved = post.schedule?.approved ?? false;
  return (
    <StudioLayout
      visit={visit}
      current="write"
      title={t('write.edit_title', { title: post.title })}
    >
      <div class="write-blocked">
        <StatusChip visit={visit} status={post.status} schedule={post.schedule} />
        <h1>{post.title}</h1>
        <Banner
          tone={isLocked ? 'danger' : isApproved ? 'info' : 'warn'}
          title={t(
            isLocked ? 'write.locked_locked' : isApproved ? 'flow.blocked' : 'write.locked_pending',
          )}
        >
          <p>
            {isLocked
              ? t('write.locked_reason', { reason: post.review_reason })
              : scheduleNote(visit, post) || t('write.locked_pending_hint')}
          </p>
          <div class="actions">
            {isLocked || visit.visitor?.status === 'banned' ? null : (
              <ActionForm
                visit={visit}
                action={`/studio/posts/${post.id}/withdraw`}
                next={`/studio/write?id=${post.id}`}
              >
                <button type="submit" class="button button-primary">
                  {t('flow.withdraw_continue')}
                </button>
              </ActionForm>
            )}
            <a class="button" href={`/posts/${post.id}`}>
              {t('write.see_post')}
            </a>
            <a class="button" href="/studio/content">
              {t('write.back_to_content')}
            </a>
          </div>
        </Banner>
        {/* Sanitized when it was saved. */}
        <Prose html={post.body as TrustedHtml} />
      </div>
    </StudioLayout>
  );
}
