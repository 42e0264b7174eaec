import { randomUUID } from 'node:crypto';
import { Library, Plus } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SubmitButton } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { Popover } from '../../ui/popover.tsx';
import { Tag } from '../../ui/tag.tsx';
import { SERIES_MAX } from '../rules.ts';
import type { SeriesSummary } from '../schema.ts';
import { SeriesForm } from './series-form.tsx';
import { SeriesFacts } from './series-list.tsx';

/** The author's series in the studio: all of them, and a form for another. */
export function OwnSeries({ visit, series }: { visit: PageView; series: SeriesSummary[] }) {
  const { t } = visit;
  return (
    <>
      <div class="own-series-head">
        <div>
          <h1>{t('series.studio_title')}</h1>
          <p class="meta">{t('series.studio_lead')}</p>
        </div>
        <NewSeries visit={visit} count={series.length} />
      </div>
      {series.length === 0 ? (
        <EmptyState icon={Library} title={t('series.studio_empty')}>
          {visit.visitor?.status === 'banned' ? null : <p>{t('series.studio_empty_hint')}</p>}
        </EmptyState>
      ) : (
        <ul class="own-series">
          {series.map((one) => (
            <li key={one.id} class="card own-series-item">
              <h2 class="series-tile-title" lang={langOf(one.lang, visit.locale)}>
                <a href={`/studio/series/${one.id}`}>{one.title}</a>
              </h2>
              {one.text_removed ? <Tag tone="danger">{t('series.clear')}</Tag> : null}
              <SeriesFacts visit={visit} series={one} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function NewSeries({ visit, count }: { visit: PageView; count: number }) {
  const { t, visitor } = visit;
  const label = (
    <>
      <Icon of={Plus} size={16} />
      {t('series.create')}
    </>
  );
  const why =
    visitor?.status === 'banned'
      ? t('series.banned')
      : count >= SERIES_MAX
        ? t('series.limit', { max: SERIES_MAX })
        : null;
  if (why)
    return (
      <div>
        <button class="button" type="button" disabled aria-describedby="new-series-why">
          {label}
        </button>
        <p class="meta" id="new-series-why">
          {why}
        </p>
      </div>
    );
  return (
    <Popover
      id="new-series"
      class="folder-popover"
      buttonClass="button button-primary"
      button={label}
    >
      <SeriesForm
        visit={visit}
        id="new"
        action="/series"
        next="/studio/series/{id}"
        once={randomUUID()}
        values={{ title: '', description: '' }}
      >
        <button class="button" type="button" popovertarget="new-series" popovertargetaction="hide">
          {t('series.cancel')}
        </button>
        <SubmitButton>{t('series.create')}</SubmitButton>
      </SeriesForm>
    </Popover>
  );
}
