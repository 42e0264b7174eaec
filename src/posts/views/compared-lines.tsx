import type { PageView } from '../../platform/http/page.ts';
import type { Language } from '../../platform/language/languages.ts';
import type { ComparedLine } from '../compare-texts.ts';
import type { Part } from '../compare-words.ts';
import { type ComparisonView, linesHtml, partsHtml } from './compared-html.ts';

type LinesProps = {
  visit: PageView;
  lines: ComparedLine[];
  view: ComparisonView;
  lang: Language | undefined;
};

/** In one column, or what was beside what is. Both are lists, so that each paragraph is one item. */
export function ComparedLines({ visit, lines, view, lang }: LinesProps) {
  const { t } = visit;
  return (
    <>
      {view === 'side' ? (
        <p class="comparison-columns" aria-hidden="true">
          <span>{t('versions.before')}</span>
          <span>{t('versions.after')}</span>
        </p>
      ) : null}
      <ol
        class={`comparison-lines comparison-lines-${view}`}
        dangerouslySetInnerHTML={{ __html: linesHtml(visit, lines, view, lang) }}
      />
    </>
  );
}

type PartsProps = {
  visit: PageView;
  parts: Part[];
  lang?: Language | undefined;
  between?: string;
};

export function Parts({ visit, parts, lang, between }: PartsProps) {
  const html = partsHtml(visit, parts, lang, between);
  return <span lang={lang} dangerouslySetInnerHTML={{ __html: html }} />;
}
