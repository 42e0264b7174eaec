import * as assumed from './assumptions.ts';
import { type OperationName, readCosts } from './costs.ts';
import { amount, table } from './format.ts';

const ASSUMED =
  '**Costs that the bench has not measured yet are assumed, and cores, machines, computing and members carried below are no better than they are.** Bytes are measured.';

/** What goes in: each operation, how often, and what it costs. */
export function costTable(): string {
  const costs = readCosts();
  const rows = Object.entries(assumed.CALLS_A_DAY).map(([name, often]) => {
    const { title, cost, source } = costs[name as OperationName];
    const said = source === 'measured' ? source : '**assumed, not measured**';
    return [title, String(often), amount(cost.web), amount(cost.database), said];
  });
  const heads = ['Operation', 'A member and day', 'Web, µs', 'PostgreSQL, µs', 'These two are'];
  const isAssumed = Object.values(costs).some(({ source }) => source === 'assumed');
  return [table(heads, rows), ...(isAssumed ? [ASSUMED] : [])].join('\n\n');
}

export function assumptionList(): string {
  const { LARGEST_PRIMARY, PRICES } = assumed;
  return [
    `${assumed.ACCOUNTS_PER_DAILY_MEMBER} accounts for each member who comes on a day.`,
    `The busiest second has ${assumed.PEAK} times the calls of the middling one, and a core may be ${assumed.BUSY * 100} % busy in it.`,
    `Of what a page asks the database, ${assumed.REPLICA_SHARE * 100} % shows what is public and may be asked of a replica.`,
    `One database server has at most ${LARGEST_PRIMARY.cores} cores, and ${LARGEST_PRIMARY.terabytes} TB of data, so that it can be restored in a night.`,
    `A web machine has ${assumed.CORES_PER_WEB_MACHINE} cores, and a process for each.`,
    `${PRICES.date}: a vCPU costs $${PRICES.vcpu_hour} an hour, a gigabyte on a fast disk $${PRICES.gigabyte_month} a month, and there are ${assumed.COPIES} copies of it. Without traffic, pictures and people.`,
  ]
    .map((line) => `- assumption: ${line}`)
    .join('\n');
}
