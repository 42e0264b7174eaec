import * as assumed from './assumptions.ts';
import { type OperationName, readCosts } from './costs.ts';
import { amount, table } from './format.ts';

const ASSUMED =
  '**Costs that the bench has not measured yet are assumptions, and so is everything derived from them: cores, machines, prices and members.** Bytes are measured.';

/** Each operation, how often a member does it, and what it costs. */
export function costTable(): string {
  const costs = readCosts();
  const rows = Object.entries(assumed.CALLS_A_DAY).map(([name, often]) => {
    const { title, cost, source } = costs[name as OperationName];
    const basis = source === 'measured' ? source : '**assumed**';
    return [title, String(often), amount(cost.web), amount(cost.database), basis];
  });
  const heads = ['Operation', 'Per member and day', 'Web, µs', 'PostgreSQL, µs', 'Source'];
  const isAssumed = Object.values(costs).some(({ source }) => source === 'assumed');
  return [table(heads, rows), ...(isAssumed ? [ASSUMED] : [])].join('\n\n');
}

export function assumptionList(): string {
  const { LARGEST_PRIMARY, PRICES } = assumed;
  return [
    `${assumed.ACCOUNTS_PER_DAILY_MEMBER} accounts per daily member.`,
    `The busiest second has ${assumed.PEAK} times the average load, and a core may be ${assumed.BUSY * 100} % busy in it.`,
    `${assumed.REPLICA_SHARE * 100} % of a page’s database time reads public rows and can move to a replica.`,
    `One database server has at most ${LARGEST_PRIMARY.cores} cores and ${LARGEST_PRIMARY.terabytes} TB of data, so that a restore takes one night.`,
    `A web machine has ${assumed.CORES_PER_WEB_MACHINE} cores and one process per core.`,
    `${PRICES.date}: $${PRICES.vcpu_hour} per vCPU and hour, $${PRICES.gigabyte_month} per gigabyte and month on fast disks, ${assumed.COPIES} copies; traffic, images and staff excluded.`,
  ]
    .map((line) => `- ${line}`)
    .join('\n');
}
