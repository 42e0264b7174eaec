import type { PageView } from '../../platform/http/page.ts';
import { SubmitButton } from '../../ui/form.tsx';
import { QUERY_MAX, searchFieldWords } from '../../ui/shell/search-field.tsx';
import type { Asked } from './search-links.ts';

/** A new query keeps the kind of results and the filters. */
export function SearchForm({ visit, asked }: { visit: PageView; asked: Asked }) {
  const { t, locale } = visit;
  const { q, ...others } = asked;
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2022 do not know <search>.
    <form
      class="search-box"
      role="search"
      aria-label={t('search.search')}
      action="/search"
      data-words={searchFieldWords(locale)}
    >
      <input
        class="input"
        type="search"
        name="q"
        value={q}
        aria-label={t('search.field')}
        placeholder={t('search.placeholder')}
        maxLength={QUERY_MAX}
        autocomplete="off"
        enterkeyhint="search"
        data-key="/"
      />
      {Object.entries(others).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value} /> : null,
      )}
      <SubmitButton>{t('search.search')}</SubmitButton>
    </form>
  );
}
