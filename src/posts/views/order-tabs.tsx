import type { PageView } from '../../platform/http/page.ts';
import type { Language } from '../../platform/language/languages.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { ORDERS } from '../rules.ts';

export type Order = (typeof ORDERS)[number];

/**
 * The front page is the newest order; every other has its address under `/posts`. Whoever follows an author reads all of
 * their languages.
 */
export function orderHref(order: Order, lang?: Language): string {
  const query = new URLSearchParams({
    ...(order === 'newest' ? {} : { order }),
    ...(lang && order !== 'following' ? { lang } : {}),
  });
  return query.size === 0 ? '/posts' : `/posts?${query}`;
}

type OrderTabsProps = { visit: PageView; order: Order; lang?: Language | undefined };

export function OrderTabs({ visit, order, lang }: OrderTabsProps) {
  const { t, visitor } = visit;
  // Anonymous visitors follow nobody.
  const shown = ORDERS.filter((one) => visitor || one !== 'following' || one === order);
  return (
    <Tabs
      label={t('reading.orders')}
      tabs={shown.map((one) => ({
        href: orderHref(one, lang),
        label: t(`reading.${one}`),
        current: one === order,
      }))}
    />
  );
}
