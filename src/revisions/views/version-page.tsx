import type { TrustedHtml } from '../../platform/html/trusted.ts';
import type { PageView } from '../../platform/http/page.ts';
import type { OwnPost } from '../../posts/schema.ts';
import { Article } from '../../posts/views/article.tsx';
import { Layout } from '../../ui/layout.tsx';
import { Time } from '../../ui/time.tsx';
import type { VersionText } from '../schema.ts';
import { comparePath, RestoreForm, restoreHint, versionsPath } from './restore-form.tsx';

type VersionPageProps = {
  visit: PageView;
  post: OwnPost;
  version: VersionText;
  html: TrustedHtml;
};

/** An earlier text as readers would see it. */
export function VersionPage({ visit, post, version: shown, html }: VersionPageProps) {
  const { t, locale, now } = visit;
  const { version, created_at, title, lang, tags } = shown;
  const isNewest = version === post.version;
  const note = (
    <div class="preview-note version-note" role="note">
      <p>
        <strong>{t('versions.number', { version })}</strong> ·{' '}
        <Time at={created_at} locale={locale} now={now} exact />
        <br />
        {isNewest
          ? t('versions.newest_version')
          : `${t('versions.old_version')} ${restoreHint(visit, post)}`}
      </p>
      <p class="version-actions">
        <a class="button button-small" href={versionsPath(post)}>
          {t('versions.back_to_list')}
        </a>
        {isNewest ? null : (
          <a
            class="button button-small"
            href={comparePath(post, { from: version, to: post.version })}
          >
            {t('versions.compare_with_newest')}
          </a>
        )}
      </p>
      <RestoreForm visit={visit} post={post} version={version} label={t('versions.restore_this')} />
    </div>
  );
  return (
    <Layout
      visit={visit}
      title={`${t('versions.number', { version })} · ${title}`}
      wide
      scripts={['reading']}
      sheets={['work']}
    >
      <Article
        visit={visit}
        post={{ ...post, title, lang, tags }}
        html={html}
        edited_at={null}
        ribbon={note}
      />
    </Layout>
  );
}
