import { GitCompareArrows, Pencil } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { OwnPost } from '../../posts/schema.ts';
import { StatusChip } from '../../posts/views/status-chip.tsx';
import { StudioLayout } from '../../studio/views/studio-layout.tsx';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { nextPage } from '../../ui/list-address.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import type { PostVersion } from '../schema.ts';
import { comparePath, RestoreForm, refusalOf, restoreHint, versionsPath } from './restore-form.tsx';
import { WordChange } from './word-change.tsx';

type VersionsPageProps = { visit: PageView; post: OwnPost; page: Page<PostVersion> };

export function VersionsPage({ visit, post, page }: VersionsPageProps) {
  const { t } = visit;
  const refusal = refusalOf(visit, post);
  return (
    <StudioLayout
      visit={visit}
      current="content"
      title={t('versions.title_of', { title: post.title })}
    >
      <VersionsHead visit={visit} post={post} />
      <p class="versions-lead">{t('versions.lead')}</p>
      <p class="versions-lead">{refusal ?? restoreHint(visit, post)}</p>
      <div data-pages>
        <ol class="version-list" data-list aria-label={t('versions.table')}>
          {page.items.map((version) => (
            <VersionRow key={version.version} visit={visit} post={post} version={version} />
          ))}
        </ol>
        <LoadMore t={t} href={nextPage(versionsPath(post), {}, page.next_cursor)} />
      </div>
    </StudioLayout>
  );
}

function VersionsHead({ visit, post }: { visit: PageView; post: OwnPost }) {
  const { t, locale } = visit;
  const canEdit = refusalOf(visit, post) === null;
  return (
    <>
      <p class="studio-path">
        <a href="/studio/content">{t('studio.content_title')}</a>
        <span aria-hidden="true">/</span>
        {t('versions.title')}
      </p>
      <div class="versions-head">
        <h1 lang={langOf(post.lang, locale)}>{post.title}</h1>
        <StatusChip visit={visit} status={post.status} schedule={post.schedule} />
        {canEdit ? (
          <a class="button button-small" href={`/studio/write?id=${post.id}`}>
            <Icon of={Pencil} size={14} />
            {t('versions.back_to_editor')}
          </a>
        ) : null}
      </div>
    </>
  );
}

const TONES = { newest: 'neutral', public: 'success', submitted: 'info' } as const;

type VersionRowProps = { visit: PageView; post: OwnPost; version: PostVersion };

function VersionRow({ visit, post, version: row }: VersionRowProps) {
  const { t, locale, now } = visit;
  const { version, previous_version, title, marks } = row;
  return (
    <li class="version-row">
      <div class="version-text">
        <p class="version-when">
          <a href={`${versionsPath(post)}/${version}`}>{t('versions.number', { version })}</a>
          <Time at={row.created_at} locale={locale} now={now} exact />
          {marks.map((mark) => (
            <Tag key={mark} tone={TONES[mark]}>
              {t(`versions.mark_${mark}`)}
            </Tag>
          ))}
        </p>
        {title === post.title ? null : (
          <p class="version-title" lang={langOf(row.lang, locale)}>
            {title}
          </p>
        )}
        <p class="version-meta">
          <WordChange visit={visit} words={row.words} />
          <span>{causeName(visit, row)}</span>
          <span>{t('versions.by', { name: row.author.name })}</span>
        </p>
      </div>
      <div class="version-actions">
        {previous_version === null ? null : (
          <a
            class="button button-small"
            href={comparePath(post, { from: previous_version, to: version })}
            aria-label={t('versions.compare_label', { version })}
          >
            <Icon of={GitCompareArrows} size={14} />
            {t('versions.compare')}
          </a>
        )}
        <RestoreForm visit={visit} post={post} version={version} />
      </div>
    </li>
  );
}

function causeName({ t }: PageView, { cause, restored_from }: PostVersion): string {
  if (cause === 'restore') return t('versions.cause_restore', { version: restored_from });
  return t(`versions.cause_${cause ?? 'save'}`);
}
