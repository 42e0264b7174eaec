import type { PageView } from '../../platform/http/page.ts';
import type { Comparison } from '../../posts/compare-texts.ts';
import type { OwnPost } from '../../posts/schema.ts';
import type { ComparisonView } from '../../posts/views/compared-html.ts';
import { ComparisonSection } from '../../posts/views/comparison.tsx';
import { StudioLayout } from '../../studio/views/studio-layout.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { formatDateTime } from '../../ui/time.tsx';
import type { PostVersion, VersionText } from '../schema.ts';
import { comparePath, RestoreForm, restoreHint, versionsPath } from './restore-form.tsx';

type VersionTime = Pick<PostVersion, 'version' | 'created_at'>;

type ComparePageProps = {
  visit: PageView;
  post: OwnPost;
  before: VersionText;
  after: VersionText;
  comparison: Comparison;
  view: ComparisonView;
  /** The newest versions, to choose two from. */
  choice: VersionTime[];
};

export function ComparePage(props: ComparePageProps) {
  const { visit, post, before, after, comparison, view } = props;
  const { t, locale } = visit;
  const range = { from: before.version, to: after.version };
  return (
    <StudioLayout
      visit={visit}
      current="content"
      title={t('versions.compare_document', { ...range, title: post.title })}
    >
      <p class="studio-path">
        <a href="/studio/content">{t('studio.content_title')}</a>
        <span aria-hidden="true">/</span>
        <a href={versionsPath(post)}>{t('versions.title')}</a>
      </p>
      <h1>{t('versions.compare_title', range)}</h1>
      <p class="versions-lead" lang={langOf(post.lang, locale)}>
        {post.title}
      </p>
      <Choose {...props} />
      <ComparisonSection
        visit={visit}
        comparison={comparison}
        view={view}
        hrefOf={(one) => comparePath(post, { ...range, view: one })}
        lang={langOf(after.lang, locale)}
        instead={
          <a href={`${versionsPath(post)}/${before.version}`}>
            {t('versions.see_label', { version: before.version })}
          </a>
        }
      />
      <div class="version-restore">
        <RestoreForm
          visit={visit}
          post={post}
          version={before.version}
          label={t('versions.restore_label', { version: before.version })}
        />
        <p class="versions-lead">{restoreHint(visit, post)}</p>
      </div>
    </StudioLayout>
  );
}

/** A form with GET, so that it works without scripts and every comparison has an address. */
function Choose({ visit, post, before, after, view, choice }: ComparePageProps) {
  const { t } = visit;
  return (
    <form
      class="version-choice"
      method="get"
      action={`/studio/posts/${post.id}/comparison`}
      aria-label={t('versions.choose')}
    >
      <input type="hidden" name="view" value={view} />
      <Select visit={visit} name="from" chosen={before} choice={choice} />
      <Select visit={visit} name="to" chosen={after} choice={choice} />
      <button type="submit" class="button">
        {t('versions.show')}
      </button>
    </form>
  );
}

type SelectProps = {
  visit: PageView;
  name: 'from' | 'to';
  chosen: VersionText;
  choice: VersionTime[];
};

function Select({ visit: { t, locale }, name, chosen, choice }: SelectProps) {
  const versions: VersionTime[] = choice.some(({ version }) => version === chosen.version)
    ? choice
    : [...choice, chosen];
  return (
    <label class="field">
      <span class="field-label">{t(`versions.${name}`)}</span>
      <select class="input" name={name}>
        {versions.map(({ version, created_at }) => (
          <option key={version} value={version} selected={version === chosen.version}>
            {t('versions.number', { version })} · {formatDateTime(created_at, locale)}
          </option>
        ))}
      </select>
    </label>
  );
}
