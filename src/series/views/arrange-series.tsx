import { ArrowLeft, ExternalLink } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { statusName } from '../../posts/views/status-chip.tsx';
import { ActionForm } from '../../ui/action-form.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Field, SubmitButton } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import type { FreePost } from '../actions/read-series.ts';
import { SERIES_POSTS_MAX, seriesPath } from '../rules.ts';
import type { Series } from '../schema.ts';
import { OrderList } from './order-list.tsx';
import { SeriesForm } from './series-form.tsx';
import { SeriesFacts } from './series-list.tsx';

type ArrangeProps = { visit: PageView; series: Series; free: FreePost[] };

/** One series in the studio: its posts, their order, and its text. Every part works without scripts. */
export function ArrangeSeries({ visit, series, free }: ArrangeProps) {
  const { t, locale, visitor } = visit;
  const isBanned = visitor?.status === 'banned';
  const { id, posts, post_count, title } = series;
  return (
    <>
      <p class="back">
        <a href="/studio/series">
          <Icon of={ArrowLeft} size={14} />
          {t('series.back')}
        </a>
      </p>
      <div class="own-series-head">
        <div>
          <h1 lang={langOf(series.lang, locale)}>{title}</h1>
          <SeriesFacts visit={visit} series={series} />
        </div>
        {post_count > 0 ? (
          <a class="button" href={seriesPath(series.author.uid, id)}>
            <Icon of={ExternalLink} size={16} />
            {t('series.view')}
          </a>
        ) : (
          <p class="meta">{t('series.no_view')}</p>
        )}
      </div>
      {series.text_removed ? (
        <Banner tone="warn">
          <p>{t('series.text_removed')}</p>
        </Banner>
      ) : null}
      {isBanned ? (
        <Banner tone="danger">
          <p>{t('series.banned')}</p>
        </Banner>
      ) : null}
      <section class="arrange-part" aria-labelledby="arrange-posts">
        <h2 id="arrange-posts">{t('series.posts_heading')}</h2>
        {posts.length === 0 ? (
          <p class="meta">{t('series.no_posts')}</p>
        ) : (
          <OrderList visit={visit} series={series} isBanned={isBanned} />
        )}
      </section>
      {isBanned ? null : (
        <>
          <section class="arrange-part" aria-labelledby="arrange-add">
            <h2 id="arrange-add">{t('series.add_heading')}</h2>
            <AddPost visit={visit} series={series} free={free} />
          </section>
          <section class="arrange-part" aria-labelledby="arrange-text">
            <h2 id="arrange-text">{t('series.text_heading')}</h2>
            <SeriesForm
              visit={visit}
              id="edit"
              action={`/series/${id}/update`}
              next={`/studio/series/${id}`}
              values={{
                title: series.text_removed ? '' : title,
                description: series.description,
              }}
            >
              <DeleteSeries visit={visit} series={series} />
              <SubmitButton>{t('series.save')}</SubmitButton>
            </SeriesForm>
            <DeleteDialog visit={visit} series={series} />
          </section>
        </>
      )}
    </>
  );
}

function AddPost({ visit, series, free }: ArrangeProps) {
  const { t } = visit;
  const { id, posts } = series;
  if (posts.length >= SERIES_POSTS_MAX)
    return <p class="meta">{t('series.add_full', { max: SERIES_POSTS_MAX })}</p>;
  if (free.length === 0) return <p class="meta">{t('series.add_none')}</p>;
  return (
    <ActionForm
      visit={visit}
      action={`/series/${id}/posts`}
      next={`/studio/series/${id}`}
      class="arrange-add"
    >
      <Field id="arrange-post" label={t('series.add_field')}>
        <select class="input" id="arrange-post" name="post_id" required>
          {free.map(({ id: postId, title, lang, status }) => (
            <option key={postId} value={postId} lang={langOf(lang, visit.locale)}>
              {status === 'approved' ? title : `${title} · ${statusName(t, status)}`}
            </option>
          ))}
        </select>
      </Field>
      <SubmitButton class="button">{t('series.add')}</SubmitButton>
    </ActionForm>
  );
}

const DELETE_ID = 'delete-series';

/** Opens the dialog, which is outside the form of the text: a form cannot contain another. */
function DeleteSeries({ visit }: { visit: PageView; series: Series }) {
  return (
    <button class="button button-danger" type="button" popovertarget={DELETE_ID}>
      {visit.t('series.delete')}
    </button>
  );
}

function DeleteDialog({ visit, series }: { visit: PageView; series: Series }) {
  const { t } = visit;
  return (
    <div id={DELETE_ID} popover="auto" class="popover folder-confirm">
      <p class="folder-confirm-title">{t('series.delete_title', { title: series.title })}</p>
      <p>{t('series.delete_hint')}</p>
      <ActionForm
        visit={visit}
        action={`/series/${series.id}/delete`}
        next="/studio/series"
        class="folder-buttons"
      >
        {/* First, so that it gets the focus. */}
        <button class="button" type="button" popovertarget={DELETE_ID} popovertargetaction="hide">
          {t('series.cancel')}
        </button>
        <SubmitButton class="button button-danger">{t('series.delete_confirm')}</SubmitButton>
      </ActionForm>
    </div>
  );
}
