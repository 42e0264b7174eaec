import { Fragment } from 'preact';
import type { Locale } from '../../platform/i18n.ts';
import type { WrittenPage } from '../../platform/site.ts';
import { memoizeByLocale } from '../memoize-by-locale.ts';

/** The title in the reader's language, or else in the one there is, which then has to be named. */
export function titleIn(
  { titles }: Pick<WrittenPage, 'titles'>,
  locale: Locale,
): { title: string; lang: string | undefined } {
  const own = titles[locale];
  if (own !== undefined) return { title: own, lang: undefined };
  const [[lang, title] = ['', '']] = Object.entries(titles);
  return { title, lang };
}

const formats = memoizeByLocale((locale) => new Intl.ListFormat(locale));

type PageLinksProps = {
  locale: Locale;
  pages: WrittenPage[];
  /** Beside what the reader is doing, who would lose what they typed. */
  aside?: boolean;
};

/** The pages that the owner wrote, as part of a sentence. */
export function PageLinks({ locale, pages, aside = false }: PageLinksProps) {
  const parts = formats(locale).formatToParts(pages.map(({ path }) => path));
  return (
    <>
      {parts.map(({ type, value }) => {
        const page = pages.find(({ path }) => type === 'element' && path === value);
        if (!page) return <Fragment key={value}>{value}</Fragment>;
        const { title, lang } = titleIn(page, locale);
        return (
          <a key={value} href={value} lang={lang} target={aside ? '_blank' : undefined}>
            {title}
          </a>
        );
      })}
    </>
  );
}
