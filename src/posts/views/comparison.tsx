import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import type { Language } from '../../platform/language/languages.ts';
import { formatNumber } from '../../ui/numbers.ts';
import { Tabs } from '../../ui/tabs.tsx';
import type { Comparison } from '../compare-texts.ts';
import { COMPARISON_VIEWS, type ComparisonView } from './compared-html.ts';
import { ComparedLines, Parts } from './compared-lines.tsx';

type ComparisonProps = {
  visit: PageView;
  comparison: Comparison;
  view: ComparisonView;
  /** The address of this page with another view. */
  hrefOf(view: ComparisonView): string;
  /** Of the compared texts, if it is not that of the page. */
  lang?: Language | undefined;
  title?: string;
  /** After the note that the texts are too different. */
  instead?: ComponentChildren;
};

/** What changed between two texts: for the author, for staff who review an edit, and for readers. */
export function ComparisonSection(props: ComparisonProps) {
  const { visit, comparison, view, hrefOf, lang, title, instead } = props;
  const { t } = visit;
  return (
    <section class="comparison" aria-labelledby="comparison">
      <div class="comparison-head">
        <div>
          <h2 id="comparison">{title ?? t('versions.difference')}</h2>
          <p class="comparison-counts">{countsOf(visit, comparison)}</p>
        </div>
        <Tabs
          label={t('versions.view')}
          tabs={COMPARISON_VIEWS.map((one) => ({
            href: hrefOf(one),
            label: t(`versions.view_${one}`),
            current: one === view,
          }))}
        />
      </div>
      <Fields visit={visit} comparison={comparison} lang={lang} />
      <Body {...props} instead={instead} />
    </section>
  );
}

function countsOf({ t, locale }: PageView, { counts, words }: Comparison): string {
  const number = (value: number) => formatNumber(value, locale);
  const sentences = [
    t('versions.counts_words', { added: number(words.added), removed: number(words.removed) }),
    t('versions.counts', counts),
    ...(counts.format > 0 ? [t('versions.counts_format', counts)] : []),
  ];
  return sentences.join(' · ');
}

function Fields({
  visit,
  comparison,
  lang,
}: Pick<ComparisonProps, 'visit' | 'comparison' | 'lang'>) {
  const { t } = visit;
  const { title, summary, tags, cover } = comparison;
  return (
    <>
      {title ? (
        <Field label={t('versions.post_title')}>
          <Parts visit={visit} parts={title} lang={lang} />
        </Field>
      ) : null}
      {summary ? (
        <Field label={t('versions.summary')}>
          <Parts visit={visit} parts={summary} lang={lang} />
        </Field>
      ) : null}
      {tags ? (
        <Field label={t('versions.tags')}>
          <Parts
            visit={visit}
            parts={[
              ...tags.removed.map((text) => ({ kind: 'removed' as const, text })),
              ...tags.added.map((text) => ({ kind: 'added' as const, text })),
            ]}
            between=" "
          />
        </Field>
      ) : null}
      {cover ? <Field label={t('versions.cover')}>{t(`versions.cover_${cover}`)}</Field> : null}
    </>
  );
}

function Field({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <p class="comparison-field">
      <span class="comparison-label">{label}</span>
      <span>{children}</span>
    </p>
  );
}

function Body({ visit, comparison, view, lang, instead }: ComparisonProps) {
  const { t } = visit;
  const { lines, only_format, title, summary, tags, cover } = comparison;
  if (lines === null) {
    return (
      <p class="comparison-note">
        {t('versions.too_different')} {instead}
      </p>
    );
  }
  if (lines.length === 0) {
    const isSame = !title && !summary && !tags && !cover;
    return <p class="comparison-note">{t(isSame ? 'versions.same' : 'versions.same_text')}</p>;
  }
  return (
    <>
      {only_format ? <p class="comparison-note">{t('versions.only_format')}</p> : null}
      <ComparedLines visit={visit} lines={lines} view={view} lang={lang} />
    </>
  );
}
