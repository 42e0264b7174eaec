import type { ComponentChildren } from 'preact';
import type { EnergyEntry } from '../../energy/schema.ts';
import type { ExpEntry } from '../../levels/schema.ts';
import type { PageView } from '../../platform/http/page.ts';
import type { Language } from '../../platform/language/languages.ts';
import { langOf } from '../../ui/lang-of.ts';
import { formatNumber, formatSigned } from '../../ui/numbers.ts';
import { Time } from '../../ui/time.tsx';

/** Titles of the posts in a ledger; public posts only. */
export type Titles = ReadonlyMap<number, { title: string; lang: Language | null }>;

type EnergyRowsProps = {
  visit: PageView;
  entries: EnergyEntry[];
  titles: Titles;
  /** Part of a longer list that the script appends to. */
  paged?: boolean;
};

export function EnergyRows({ visit, entries, titles, paged = false }: EnergyRowsProps) {
  const { t, locale } = visit;
  return (
    <ol class="space-ledger" {...(paged ? { 'data-list': true } : {})}>
      {entries.map((entry) => (
        <Row
          key={entry.seq}
          visit={visit}
          at={entry.created_at}
          amount={entry.amount}
          after={t('space.ledger.balance_after', {
            balance: formatNumber(entry.balance_after, locale),
          })}
        >
          <EnergyReason visit={visit} entry={entry} titles={titles} />
        </Row>
      ))}
    </ol>
  );
}

type EnergyReasonProps = { visit: PageView; entry: EnergyEntry; titles: Titles };

function EnergyReason({ visit, entry, titles }: EnergyReasonProps) {
  const { t } = visit;
  const { reason, amount, post_id, note } = entry;
  const key = reason === 'energize' ? (amount > 0 ? 'received' : 'given') : reason;
  const post = post_id === null ? undefined : titles.get(post_id);
  return (
    <>
      {t(`space.ledger.energy_reason.${key}`)}
      {post ? (
        <a
          class="space-ledger-post"
          lang={langOf(post.lang, visit.locale)}
          href={`/posts/${post_id}`}
        >
          {post.title}
        </a>
      ) : null}
      {note ? <span class="space-ledger-note">{note}</span> : null}
    </>
  );
}

export function ExpRows({ visit, entries }: { visit: PageView; entries: ExpEntry[] }) {
  const { t, locale } = visit;
  return (
    <ol class="space-ledger" data-list>
      {entries.map((entry) => (
        <Row
          key={`${entry.created_at} ${entry.exp_after}`}
          visit={visit}
          at={entry.created_at}
          amount={entry.amount}
          after={t('space.ledger.exp_after', { exp: formatNumber(entry.exp_after, locale) })}
        >
          {t(`space.ledger.exp_reason.${entry.reason}`)}
        </Row>
      ))}
    </ol>
  );
}

type RowProps = {
  visit: PageView;
  at: string;
  amount: number;
  after: string;
  children: ComponentChildren;
};

function Row({ visit, at, amount, after, children }: RowProps) {
  const { locale, now } = visit;
  return (
    <li class="space-ledger-row">
      <p class="space-ledger-reason">{children}</p>
      <p class={amount > 0 ? 'space-ledger-amount space-ledger-gain' : 'space-ledger-amount'}>
        {formatSigned(amount, locale)}
      </p>
      <p class="meta">
        <Time at={at} locale={locale} now={now} />
      </p>
      <p class="meta space-ledger-after">{after}</p>
    </li>
  );
}
