import { type PageView, THEMES, type Theme } from '../../platform/http/page.ts';
import { translator } from '../../platform/i18n.ts';
import { memoizedHtml } from '../memoized-html.ts';
import { Popover } from '../popover.tsx';

function ThemeLinks({ locale, here, theme }: Pick<PageView, 'locale' | 'here' | 'theme'>) {
  const t = translator(locale);
  const href = (one: Theme) => `/theme/${one}?next=${encodeURIComponent(here)}`;
  return (
    <Popover
      id="theme"
      class="menu menu-narrow"
      buttonClass="footer-link"
      button={t('shell.theme_now', { theme: t(`shell.theme_${theme}`) })}
    >
      {THEMES.map((one) => (
        <a
          key={one}
          class="menu-item"
          href={href(one)}
          rel="nofollow"
          {...(one === theme ? { 'aria-current': 'true' as const } : {})}
        >
          {t(`shell.theme_${one}`)}
        </a>
      ))}
    </Popover>
  );
}

/** The look of the pages: links, so that it works without scripts. */
export const ThemeSwitch = memoizedHtml(ThemeLinks);
