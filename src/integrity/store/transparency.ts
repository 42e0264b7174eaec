import { sql } from 'kysely';
import { selectCountsSql } from '../../transparency/store/shared.ts';
import { type CheckGroup, createComparison } from './check.ts';

/** Reported only: months are append-only, and the log is the truth. */
export const TRANSPARENCY: CheckGroup = {
  checks: [
    createComparison({
      name: 'moderation counts',
      invariant: 'D47',
      title: 'what the site publishes about the moderation of past months equals the staff log',
      key: ['month', 'kind', 'category'],
      subject: sql`to_char(month, 'YYYY-MM') || ' ' || kind || ' ' || category`,
      values: ['amount'],
      stored: () => sql`select month, kind, category, amount from transparency_count`,
      actual: () => sql`
        select stored_month.month, counted.* from (select distinct month from transparency_count) as stored_month
         cross join lateral (${selectCountsSql(
           sql`timezone('Asia/Shanghai', stored_month.month::timestamp)`,
           sql`timezone('Asia/Shanghai', stored_month.month + interval '1 month')`,
         )}) as counted`,
      absent: 'differs',
    }),
  ],
};
