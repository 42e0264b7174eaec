import type { PageView } from '../../platform/http/page.ts';
import type { Locale } from '../../platform/i18n.ts';

const OTHER: Record<Locale, { locale: Locale; name: string }> = {
  'zh-CN': { locale: 'en', name: 'English' },
  en: { locale: 'zh-CN', name: '中文' },
};

/** Named in the other language, for readers who do not know the current one. */
export function LanguageSwitch({ visit }: { visit: PageView }) {
  const { locale, name } = OTHER[visit.locale];
  const href = `/lang/${locale}?next=${encodeURIComponent(visit.here)}`;
  return (
    <a class="footer-link" href={href} lang={locale} hreflang={locale} rel="nofollow">
      {name}
    </a>
  );
}
