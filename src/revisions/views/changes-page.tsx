import type { PageView } from '../../platform/http/page.ts';
import type { Comparison } from '../../posts/compare-texts.ts';
import type { Post } from '../../posts/schema.ts';
import type { ComparisonView } from '../../posts/views/compared-html.ts';
import { ComparisonSection } from '../../posts/views/comparison.tsx';
import { ActionForm } from '../../ui/action-form.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { Layout } from '../../ui/layout.tsx';
import { Time } from '../../ui/time.tsx';
import type { PublishedChange } from '../schema.ts';
import { WordChange } from './word-change.tsx';

type ChangesPageProps = {
  visit: PageView;
  post: Post;
  changes: PublishedChange[];
  open: PublishedChange;
  comparison: Comparison;
  view: ComparisonView;
};

/** For readers: the updates of a post, and what one of them changed. */
export function ChangesPage(props: ChangesPageProps) {
  const { visit, post, open, comparison, view } = props;
  const { t, locale } = visit;
  const lang = langOf(post.lang, locale);
  return (
    <Layout
      visit={visit}
      title={t('versions.changes_title', { title: post.title })}
      wide
      sheets={['work']}
    >
      <div class="post-changes">
        <p class="studio-path">
          <a href={`/posts/${post.id}`}>{t('versions.back_to_post')}</a>
        </p>
        <h1>{t('versions.changes_title', { title: post.title })}</h1>
        <p class="versions-lead">{t('versions.changes_lead')}</p>
        <Updates {...props} />
        <ComparisonSection
          visit={visit}
          comparison={comparison}
          view={view}
          hrefOf={(one) => hrefOf(post.id, open.version, one)}
          lang={lang}
        />
        {visit.visitor?.uid === post.author.uid ? <Hide {...props} /> : null}
      </div>
    </Layout>
  );
}

function hrefOf(id: number, version: number, view: ComparisonView): string {
  const query = { version: String(version), ...(view === 'inline' ? {} : { view }) };
  return `/posts/${id}/changes?${new URLSearchParams(query)}`;
}

function Updates({ visit, post, changes, open, view }: ChangesPageProps) {
  const { t, locale, now } = visit;
  return (
    <nav aria-label={t('versions.changes_list')}>
      <ol class="change-list">
        {changes.map(({ version, created_at, words }) => (
          <li key={version}>
            <a
              href={hrefOf(post.id, version, view)}
              {...(version === open.version ? { 'aria-current': 'page' as const } : {})}
            >
              {t('versions.changed_at')} <Time at={created_at} locale={locale} now={now} />
            </a>
            <WordChange visit={visit} words={words} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Something the update removed on purpose may not stay readable. */
function Hide({ visit, post, open }: ChangesPageProps) {
  const { t } = visit;
  return (
    <ActionForm
      visit={visit}
      action={`/studio/posts/${post.id}/changes/${open.version}/delete`}
      next={`/posts/${post.id}`}
      class="version-restore"
    >
      <button type="submit" class="button button-small">
        {t('versions.hide')}
      </button>
      <p class="versions-lead">{t('versions.hide_hint')}</p>
    </ActionForm>
  );
}
