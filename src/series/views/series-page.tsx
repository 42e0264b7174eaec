import { BookOpen, Library, PencilLine, ShieldX } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { REASON_MAX } from '../../staff-log/schema.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, SubmitButton } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { Layout } from '../../ui/layout.tsx';
import { LevelSeal } from '../../ui/level-seal.tsx';
import { Popover } from '../../ui/popover.tsx';
import { seriesPath } from '../rules.ts';
import type { Series } from '../schema.ts';
import { SeriesRows } from './series-rows.tsx';

type SeriesPageProps = {
  visit: PageView;
  series: Series;
  isOwn: boolean;
  isStaff: boolean;
  /** For link previews; null for a series that others do not find. */
  head: ComponentChildren;
};

/** A series: what it is about, how long it takes, and its posts in order. */
export function SeriesPage({ visit, series, isOwn, isStaff, head }: SeriesPageProps) {
  const { t, locale } = visit;
  const { id, title, description, author, posts, post_count, minutes } = series;
  const lang = langOf(series.lang, locale);
  const path = seriesPath(author.uid, id);
  const first = posts.find(({ number }) => number === 1);
  return (
    <Layout
      visit={visit}
      title={`${title} · ${t('series.by', { name: author.name })}`}
      description={descriptionOf(visit, series)}
      {...(head ? { canonical: path, feed: `${path}/feed.atom`, head } : {})}
    >
      <div class="series-page">
        <header class="series-head">
          <p class="series-block-label">{t('series.label')}</p>
          <h1 lang={lang}>{title}</h1>
          {description ? (
            <p class="lead series-about" lang={lang}>
              {description}
            </p>
          ) : null}
          <div class="series-facts meta">
            <a class="folder-owner" href={`/space/${author.uid}`}>
              <Avatar user={author} size={24} />
              {author.name}
              <LevelSeal level={author.level} />
            </a>
            <span>{t('series.count', { count: post_count })}</span>
            {minutes > 0 ? <span>{t('series.minutes', { count: minutes })}</span> : null}
          </div>
          {first || isOwn || isStaff ? (
            <div class="row series-tools">
              {first ? (
                <a class="button button-primary" href={`/posts/${first.post.id}`}>
                  <Icon of={BookOpen} size={16} />
                  {t('series.start')}
                </a>
              ) : null}
              {isOwn ? (
                <a class="button" href={`/studio/series/${id}`}>
                  <Icon of={PencilLine} size={16} />
                  {t('series.edit')}
                </a>
              ) : null}
              {isStaff && !isOwn && !series.text_removed ? (
                <ClearText visit={visit} series={series} />
              ) : null}
            </div>
          ) : null}
        </header>
        {posts.length === 0 ? (
          <EmptyState icon={Library} title={t('series.empty')}>
            {isOwn ? <p class="meta">{t('series.empty_own_hint')}</p> : null}
          </EmptyState>
        ) : (
          <>
            {isOwn && post_count === 0 ? (
              <p class="space-hint">{t('series.empty_own_hint')}</p>
            ) : null}
            <SeriesRows visit={visit} posts={posts} />
          </>
        )}
      </div>
    </Layout>
  );
}

export function descriptionOf(
  { t }: PageView,
  { description, author, post_count }: Series,
): string {
  return description || t('series.about', { name: author.name, count: post_count });
}

/** The staff's form: a reason for the author. Works without scripts. */
function ClearText({ visit, series }: { visit: PageView; series: Series }) {
  const { t } = visit;
  const path = seriesPath(series.author.uid, series.id);
  return (
    <Popover
      id="clear-series"
      class="folder-confirm"
      buttonClass="button button-danger"
      button={
        <>
          <Icon of={ShieldX} size={16} />
          {t('series.clear')}
        </>
      }
    >
      <p class="folder-confirm-title">{t('series.clear_title')}</p>
      <p>{t('series.clear_hint')}</p>
      <ActionForm visit={visit} action={`/admin${path}/clear`} next={path} class="folder-form">
        <Field id="clear-series-reason" label={t('series.clear_reason')}>
          <textarea
            class="input"
            id="clear-series-reason"
            name="reason"
            rows={3}
            maxlength={REASON_MAX}
            required
          />
        </Field>
        <div class="folder-buttons">
          <button
            class="button"
            type="button"
            popovertarget="clear-series"
            popovertargetaction="hide"
          >
            {t('series.cancel')}
          </button>
          <SubmitButton class="button button-danger">{t('series.clear')}</SubmitButton>
        </div>
      </ActionForm>
    </Popover>
  );
}
