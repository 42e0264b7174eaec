import * as assumed from './assumptions.ts';
import type { Operation, OperationName } from './costs.ts';
import type { RowSizes } from './row-sizes.ts';

const DAY_SECONDS = 24 * 3600;
const MICRO = 1_000_000;
const TERA = 1e12;
const READS: OperationName[] = [
  'list_rendered',
  'post_rendered',
  'list_for_member',
  'post_for_member',
];

type Costs = Record<OperationName, Operation>;

export type Load = {
  members: number;
  calls_at_peak: number;
  web_cores: number;
  database_cores: number;
  /** The primary's share when replicas serve public reads. */
  primary_cores: number;
};

/** Cores for the busiest second, at the assumed utilization. */
export function loadOf(members: number, costs: Costs): Load {
  const calls = Object.entries(assumed.CALLS_A_DAY) as [OperationName, number][];
  const atPeak = (members * assumed.PEAK) / DAY_SECONDS;
  const cores = (weigh: (name: OperationName) => number) =>
    (atPeak * calls.reduce((sum, [name, often]) => sum + often * weigh(name), 0)) /
    MICRO /
    assumed.BUSY;
  const onPrimary = (name: OperationName) =>
    costs[name].cost.database * (READS.includes(name) ? 1 - assumed.REPLICA_SHARE : 1);
  return {
    members,
    calls_at_peak: atPeak * calls.reduce((sum, [, often]) => sum + often, 0),
    web_cores: cores((name) => costs[name].cost.web),
    database_cores: cores((name) => costs[name].cost.database),
    primary_cores: cores(onPrimary),
  };
}

export type Growth = { table: string; rows: number; bytes: number };

/** Bytes that one member adds to each table per day, largest first. */
export function growthOf({ tables }: RowSizes): Growth[] {
  return Object.entries(assumed.ROWS_A_DAY)
    .map(([table, rows]) => ({ table, rows, bytes: rows * bytesOf(tables, table) }))
    .sort((one, other) => other.bytes - one.bytes);
}

/** Bytes that do not grow with the age of the site. */
export function constantBytes({ tables }: RowSizes, members: number): number {
  const each = Object.entries(assumed.ROWS_AN_ACCOUNT).reduce(
    (sum, [table, rows]) => sum + rows * bytesOf(tables, table),
    0,
  );
  return each * members * assumed.ACCOUNTS_PER_DAILY_MEMBER;
}

function bytesOf(tables: RowSizes['tables'], table: string): number {
  const size = tables[table];
  if (!size) throw new Error(`no measured row size of ${table}`);
  return size.data + size.indexes;
}

/** Years until the primary's disk is full; negative if it already is. */
export function yearsUntilFull(members: number, sizes: RowSizes, distributed: string[]): number {
  const perDay = growthOf(sizes)
    .filter(({ table }) => !distributed.includes(table))
    .reduce((sum, { bytes }) => sum + bytes * members, 0);
  const free = assumed.LARGEST_PRIMARY.terabytes * TERA - constantBytes(sizes, members);
  return free / perDay / 365;
}

/** Monthly cost of a year-old site, in dollars. */
export function moneyOf(load: Load, sizes: RowSizes): { computing: number; storing: number } {
  const perYear = growthOf(sizes).reduce((sum, { bytes }) => sum + bytes, 0) * 365 * load.members;
  const gigabytes = (constantBytes(sizes, load.members) + perYear) / 1e9;
  return {
    // The standby is nearly idle and costs as much as the primary.
    computing:
      (load.web_cores + load.database_cores + load.primary_cores) *
      assumed.PRICES.vcpu_hour *
      24 *
      30,
    storing: gigabytes * assumed.COPIES * assumed.PRICES.gigabyte_month,
  };
}
