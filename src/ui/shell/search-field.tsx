import { Search } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { LOCALES, type Locale, translator } from '../../platform/i18n.ts';
import { Icon } from '../icons.tsx';
import { memoizeByLocale } from '../memoize-by-locale.ts';
import { memoizedHtml } from '../memoized-html.ts';

/** Longer queries are cut: what a person types is shorter. */
export const QUERY_MAX = 200;

/** In the header, where there is room for it: the search page has a field of its own. */
export function SearchField({ visit }: { visit: PageView }) {
  return <EmptyField locale={visit.locale} />;
}

/** The same on every page, so its HTML is rendered once. */
const EmptyField = memoizedHtml(({ locale }: { locale: Locale }) => {
  const t = translator(locale);
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2022 do not know <search>.
    <form
      class="header-search"
      role="search"
      aria-label={t('search.whole_site')}
      action="/search"
      data-words={searchFieldWords(locale)}
    >
      <Icon of={Search} size={16} />
      <input
        type="search"
        name="q"
        aria-label={t('search.search')}
        placeholder={t('search.placeholder')}
        maxLength={QUERY_MAX}
        autocomplete="off"
        enterkeyhint="search"
        data-key="/"
      />
      <span aria-hidden="true">
        <kbd>/</kbd>
      </span>
    </form>
  );
});

/** For `ui/client/search-field`. */
export const searchFieldWords = memoizeByLocale((locale) =>
  JSON.stringify(LOCALES[locale].search.suggest),
);
