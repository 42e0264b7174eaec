import { BATCH_MAX } from '../../src/digest/rules.ts';
import { MAIL_DAYS_STORED } from '../../src/mail/rules.ts';
import { DAILY_MEMBERS } from './assumptions.ts';
import { amount, millions, table } from './format.ts';

/** Of the members who are active on a day. */
const ASSUMED = {
  /** Who get a digest every day. */
  subscribed: 0.2,
  /** Of those, who have something new on a day. */
  with_news: 0.6,
  /** Of those, who chose the same hour. */
  same_hour: 0.5,
  /** A worker sends four at once, each in 80 ms. */
  sent_per_second_and_worker: 50,
};

/** `TEST_DIGESTS=200000 vitest run --project integration test/integration/digest.test.ts`, on two busy cores. */
const MEASURED = {
  preference_bytes: 90 + 33 + 23,
  mail_row_bytes: 383,
  /** Twice the row: six indexes. */
  mail_index_bytes: 760,
  ms_per_mail: 3.7,
};

export function digestTable(): string {
  const columns = DAILY_MEMBERS.map((members) => {
    const rows = members * ASSUMED.subscribed;
    const mails = rows * ASSUMED.with_news;
    const rate = (mails * ASSUMED.same_hour) / 3600;
    const stored = mails * MAIL_DAYS_STORED;
    return {
      rows,
      index: rows * MEASURED.preference_bytes,
      mails,
      rate,
      batches: (rows * ASSUMED.same_hour) / 3600 / BATCH_MAX,
      makers: (rate * MEASURED.ms_per_mail) / 1000,
      senders: Math.ceil(rate / ASSUMED.sent_per_second_and_worker),
      stored: stored * (MEASURED.mail_row_bytes + MEASURED.mail_index_bytes),
    };
  });
  type Column = (typeof columns)[number];
  const row = (what: string, read: (one: Column) => string) => [what, ...columns.map(read)];
  return table(
    ['Daily members', ...DAILY_MEMBERS.map(millions)],
    [
      row('preferences', ({ rows }) => amount(rows)),
      row('table and indexes', ({ index }) => `${amount(index / 1e9)} GB`),
      row('mails a day', ({ mails }) => amount(mails)),
      row('mails per second in the busiest hour', ({ rate }) => amount(rate)),
      row(`batches of ${BATCH_MAX} per second`, ({ batches }) => amount(batches)),
      row('batches at work at once', ({ makers }) => amount(makers)),
      row('workers that send', ({ senders }) => amount(senders)),
      row(
        `rows of \`mail\`, ${MAIL_DAYS_STORED} days`,
        ({ stored }) => `${amount(stored / 1e12)} TB`,
      ),
    ],
  );
}

export function digestAssumptions(): string {
  const percent = (share: number) => `${share * 100} %`;
  return [
    `${percent(ASSUMED.subscribed)} of the daily members get a daily digest, ${percent(ASSUMED.with_news)} of them have something new, and ${percent(ASSUMED.same_hour)} chose the same hour.`,
    `A digest takes ${MEASURED.ms_per_mail} ms to make, and its row ${MEASURED.mail_row_bytes} bytes and ${MEASURED.mail_index_bytes} in indexes (assumed); a preference takes ${MEASURED.preference_bytes} bytes with its indexes.`,
    `A worker sends ${ASSUMED.sent_per_second_and_worker} mails per second, four at once.`,
  ]
    .map((line) => `- ${line}`)
    .join('\n');
}
