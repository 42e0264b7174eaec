import type { TrustedHtml } from '../../platform/html/trusted.ts';
import type { Visit } from '../../platform/http/page.ts';
import { Layout } from '../../ui/layout.tsx';
import type { DeskPost } from '../schema.ts';
import { Article } from './article.tsx';

type PreviewPageProps = { visit: Visit; post: DeskPost; html: TrustedHtml };

/** What was saved last, drawn by what draws it for readers. */
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
    >
      <Article visit={visit} post={post} html={html} edited_at={null} ribbon={note} />
    </Layout>
  );
}
