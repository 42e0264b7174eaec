import type { TrustedHtml } from '../../platform/html/trusted.ts';
import type { PageView } from '../../platform/http/page.ts';
import type { OwnPost } from '../../posts/schema.ts';
import { StatusChip } from '../../posts/views/status-chip.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Layout } from '../../ui/layout.tsx';
import { Prose } from '../../ui/prose.tsx';
import { StudioLayout } from './studio-layout.tsx';

/** A pending or locked post: its text, and why it cannot be edited. */
export function WriteBlocked({ visit, post }: { visit: PageView; post: OwnPost }) {
  const { t } = visit;
  const isLocked = post.status === 'locked';
  return (
    <Layout
      visit={visit}
      title={t('write.edit_title', { title: post.title })}
      wide
      sheets={['work']}
    >
      <StudioLayout visit={visit} current="write">
        <div class="write-blocked">
          <StatusChip visit={visit} status={post.status} />
          <h1>{post.title}</h1>
          <Banner
            tone={isLocked ? 'danger' : 'warn'}
            title={t(isLocked ? 'write.locked_locked' : 'write.locked_pending')}
          >
            <p>
              {isLocked
                ? t('write.locked_reason', { reason: post.review_reason })
                : t('write.locked_pending_hint')}
            </p>
            <p class="actions">
              <a class="button" href={`/posts/${post.id}`}>
                {t('write.see_post')}
              </a>
              <a class="button" href="/studio/content">
                {t('write.back_to_content')}
              </a>
            </p>
          </Banner>
          {/* Sanitized when it was saved. */}
          <Prose html={post.body as TrustedHtml} />
        </div>
      </StudioLayout>
    </Layout>
  );
}
