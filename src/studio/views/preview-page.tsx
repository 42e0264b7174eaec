import type { TrustedHtml } from '../../platform/html/trusted.ts';
import type { PageView } from '../../platform/http/page.ts';
import type { OwnPost } from '../../posts/schema.ts';
import { Article } from '../../posts/views/article.tsx';
import { Layout } from '../../ui/layout.tsx';

type PreviewPageProps = { visit: PageView; post: OwnPost; html: TrustedHtml };

/** The last saved text, rendered as for readers. */
export function PreviewPage({ visit, post, html }: PreviewPageProps) {
  const { t } = visit;
  const note = (
    <div class="preview-note" role="note">
      <p>{t('write.preview_note')}</p>
      <a class="button button-small" href={`/studio/write?id=${post.id}`}>
        {t('write.preview_back')}
      </a>
    </div>
  );
  return (
    <Layout
      visit={visit}
      title={t('write.preview_title', { title: post.title })}
      wide
      scripts={['reading']}
      sheets={['work']}
    >
      <Article visit={visit} post={post} html={html} edited_at={null} ribbon={note} />
    </Layout>
  );
}
