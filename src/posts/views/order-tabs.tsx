import type { PageView } from '../../platform/http/page.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { ORDERS } from '../rules.ts';

export type Order = (typeof ORDERS)[number];

/** The front page is the newest order; every other has its address under `/posts`. */
export function orderHref(order: Order): string {
  return order === 'newest' ? '/posts' : `/posts?order=${order}`;
}

export function OrderTabs({ visit, order }: { visit: PageView; order: Order }) {
  const { t, visitor } = visit;
  // Anonymous visitors follow nobody.
  const shown = ORDERS.filter((one) => visitor || one !== 'following' || one === order);
  return (
    <Tabs
      label={t('reading.orders')}
      tabs={shown.map((one) => ({
        href: orderHref(one),
        label: t(`reading.${one}`),
        current: one === order,
      }))}
    />
  );
}
