import type { Translate } from '../platform/i18n.ts';

type LoadMoreProps = { t: Translate; href: string | null };

/** A link to the next page, which `ui/client/load-more.ts` appends in place. On the last page, a note that it is the last. */
export function LoadMore({ t, href }: LoadMoreProps) {
  if (!href) return <p class="list-end">{t('shell.end')}</p>;
  return (
    <p class="list-more">
      <a class="button" href={href} rel="next" data-more>
        {t('shell.load_more')}
      </a>
    </p>
  );
}
