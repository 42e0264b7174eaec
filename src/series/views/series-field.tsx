import type { PageView } from '../../platform/http/page.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Field, SubmitButton } from '../../ui/form.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { SERIES_MAX, TITLE_MAX } from '../rules.ts';
import type { SeriesSummary } from '../schema.ts';

/** The author's series, and the one that the post is in. */
export type SeriesChoice = { series: SeriesSummary[]; current: number | null };
type SeriesFieldProps = { visit: PageView; choice: SeriesChoice };

const NEW = 'new';

/**
 * In the editor's panel, saved by its own request (client/editor/series-field.ts): the series of a post is not a part of
 * its text. Its fields have no names, so the form around it does not send them.
 */
export function SeriesField({ visit, choice }: SeriesFieldProps) {
  const { t, locale } = visit;
  const { field_waiting, field_saved, field_failed } = LOCALES[locale].series;
  return (
    <section
      class="panel-part live-only"
      id="write-series-part"
      data-words={JSON.stringify({ field_waiting, field_saved, field_failed })}
    >
      <Field id="write-series" label={t('series.field')} hint={t('series.field_hint')}>
        <select id="write-series" class="input" aria-describedby="write-series-hint">
          <Choices visit={visit} choice={choice} />
          {choice.series.length < SERIES_MAX ? (
            <option value={NEW}>{t('series.field_new')}</option>
          ) : null}
        </select>
        <div class="write-series-new" id="write-series-new" hidden>
          <input
            id="write-series-title"
            class="input"
            type="text"
            maxlength={TITLE_MAX}
            aria-label={t('series.field_new_title')}
            placeholder={t('series.field_new_title')}
            autocomplete="off"
          />
          <button type="button" class="button button-small" id="write-series-create">
            {t('series.field_create')}
          </button>
        </div>
        <p class="field-hint" id="write-series-status" role="status" />
        <p class="field-hint">
          <a href="/studio/series">{t('series.manage')}</a>
        </p>
      </Field>
    </section>
  );
}

function Choices({ visit, choice }: SeriesFieldProps) {
  return (
    <>
      <option value="">{visit.t('series.field_none')}</option>
      {choice.series.map(({ id, title, lang }) => (
        <option
          key={id}
          value={id}
          lang={langOf(lang, visit.locale)}
          selected={id === choice.current}
        >
          {title}
        </option>
      ))}
    </>
  );
}

/** The same without scripts: a form of its own below the editor. */
export function PlainSeriesField(props: SeriesFieldProps & { postId: number }) {
  const { visit, choice, postId } = props;
  const { t } = visit;
  if (choice.series.length === 0)
    return (
      <p class="plain-only">
        <a href="/studio/series">{t('series.manage')}</a>
      </p>
    );
  return (
    <ActionForm
      visit={visit}
      action={`/posts/${postId}/series/update`}
      next={`/studio/write?id=${postId}`}
      class="plain-only write-plain-submit"
    >
      <Field id="plain-series" label={t('series.field')}>
        <select id="plain-series" class="input" name="series_id">
          <Choices visit={visit} choice={choice} />
        </select>
      </Field>
      <SubmitButton class="button">{t('series.field_apply')}</SubmitButton>
    </ActionForm>
  );
}
