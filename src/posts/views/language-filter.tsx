import type { PageView } from '../../platform/http/page.ts';
import { LANGUAGES, type Language } from '../../platform/language/languages.ts';

type LanguageFilterProps = {
  visit: Pick<PageView, 't'>;
  /** None if there is no choice. */
  languages: Language[];
  current: Language | undefined;
  hrefOf(language: Language | undefined): string;
};

/** Links; each language by the name that its readers know. */
export function LanguageFilter({ visit, languages, current, hrefOf }: LanguageFilterProps) {
  const { t } = visit;
  // A link from elsewhere may name a language that is not offered.
  const shown = !current || languages.includes(current) ? languages : [...languages, current];
  if (shown.length === 0) return null;
  return (
    <nav class="segment" aria-label={t('reading.language')}>
      <a href={hrefOf(undefined)} {...(current ? {} : { 'aria-current': 'true' as const })}>
        {t('reading.all_languages')}
      </a>
      {shown.map((language) => (
        <a
          key={language}
          href={hrefOf(language)}
          lang={language}
          hreflang={language}
          {...(language === current ? { 'aria-current': 'true' as const } : {})}
        >
          {LANGUAGES[language]}
        </a>
      ))}
    </nav>
  );
}
