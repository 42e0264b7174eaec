import type { TrustedHtml } from '../../platform/html/trusted.ts';
import type { Visit } from '../../platform/http/page.ts';
import { Banner } from '../../ui/banner.tsx';
import { Layout } from '../../ui/layout.tsx';
import { Prose } from '../../ui/prose.tsx';
import type { DeskPost } from '../schema.ts';
import { StatusChip } from './status-chip.tsx';
import { StudioShell } from './studio-shell.tsx';

/** A post that waits or is locked: the text to read, and why it cannot be changed. */
export function HeldBack({ visit, post }: { visit: Visit; post: DeskPost }) {
  const { t } = visit;
  const isLocked = post.status === 'locked';
  return (
    <Layout visit={visit} title={t('write.edit_title', { title: post.title })} wide>
      <StudioShell visit={visit} current="write">
        <div class="held-back">
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
      </StudioShell>
    </Layout>
  );
}
