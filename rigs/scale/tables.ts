import { DISTRIBUTED_TABLES, SHARD_KEYS } from '../../src/cli/distribution/shard-keys.ts';
import {
  constantBytes,
  type Growth,
  growthOf,
  type Load,
  loadOf,
  moneyOf,
  yearsUntilFull,
} from './arithmetic.ts';
import * as assumed from './assumptions.ts';
import { readCosts } from './costs.ts';
import { amount, millions, table } from './format.ts';
import { readRowSizes } from './row-sizes.ts';

const sizes = readRowSizes();
const costs = readCosts();
const loads = assumed.DAILY_MEMBERS.map((members) => loadOf(members, costs));
const heads = ['', ...assumed.DAILY_MEMBERS.map(millions)];

export function growthTable(): string {
  const growth = growthOf(sizes);
  const total = bytesOf(growth);
  const rows = growth.map(({ table: name, rows, bytes }) => {
    const { data = 0, indexes = 0 } = sizes.tables[name] ?? {};
    const { key } = SHARD_KEYS[name] ?? {};
    return [
      `\`${name}\``,
      key ? `by \`${key}\`` : 'coordinator',
      `${data} + ${indexes}`,
      String(rows),
      amount(bytes),
      percent(bytes / total),
    ];
  });
  const spread = bytesOf(growth.filter(({ table: name }) => SHARD_KEYS[name]?.key));
  rows.push(['**total**', '', '', '', `**${amount(total)}**`, '']);
  rows.push([
    '**distributed**',
    '',
    '',
    '',
    `**${amount(spread)}**`,
    `**${percent(spread / total)}**`,
  ]);
  const heads = ['Table', 'Stored', 'Bytes per row + indexes', 'Rows', 'Bytes', 'Share'];
  return table(heads, rows);
}

function bytesOf(growth: Growth[]): number {
  return growth.reduce((sum, { bytes }) => sum + bytes, 0);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

export function loadTable(): string {
  const row = (what: string, read: (load: Load) => string) => [what, ...loads.map(read)];
  const machines = (cores: number) => Math.ceil(cores / assumed.CORES_PER_WEB_MACHINE);
  return table(heads, [
    row('requests in the busiest second', (load) => amount(load.calls_at_peak)),
    row('web cores', (load) => amount(load.web_cores)),
    row('web machines', (load) => String(machines(load.web_cores))),
    row('PostgreSQL cores', (load) => amount(load.database_cores)),
    row('of these on the primary, with replicas', (load) => amount(load.primary_cores)),
    row('connections to the primary (2 × cores + 1)', (load) =>
      String(Math.ceil(load.primary_cores) * 2 + 1),
    ),
    row('data after one year', ({ members }) => terabytes(afterAYear(members))),
    row('computing per month', (load) => dollars(moneyOf(load, sizes).computing)),
    row('storage per month, after one year', (load) => dollars(moneyOf(load, sizes).storing)),
    row('both, per daily member and month', (load) => {
      const { computing, storing } = moneyOf(load, sizes);
      return `${amount((100 * (computing + storing)) / load.members)} cents`;
    }),
  ]);
}

/** How many daily members each part can serve in the busiest second. */
export function stepTable(): string {
  const [one = loadOf(1_000_000, costs)] = loads;
  const carried = (cores: number, each: number) => amount((one.members * cores) / each);
  const { cores } = assumed.LARGEST_PRIMARY;
  return table(
    ['Hardware', 'Daily members'],
    [
      ['one web process', carried(1, one.web_cores)],
      [
        `a web machine with ${assumed.CORES_PER_WEB_MACHINE} processes`,
        carried(assumed.CORES_PER_WEB_MACHINE, one.web_cores),
      ],
      ['a database server with 8 cores, alone', carried(8, one.database_cores)],
      [`one with ${cores} cores, alone`, carried(cores, one.database_cores)],
      [`one with ${cores} cores, with replicas`, carried(cores, one.primary_cores)],
    ],
  );
}

export function yearsTable(): string {
  const spread = DISTRIBUTED_TABLES.map((one) => one.table);
  const years = (elsewhere: string[]) => (members: number) =>
    time(yearsUntilFull(members, sizes, elsewhere));
  const [largest] = growthOf(sizes);
  const alone = (members: number) =>
    time((assumed.LARGEST_PRIMARY.terabytes * 1e12) / ((largest?.bytes ?? 1) * members) / 365);
  const row = (what: string, read: (members: number) => string) => [
    what,
    ...assumed.DAILY_MEMBERS.map(read),
  ];
  return table(heads, [
    row('what does not grow with time (members, sessions, notifications)', (members) =>
      terabytes(constantBytes(sizes, members)),
    ),
    row('one server with everything: full after', years([])),
    row('the coordinator of a distributed site: full after', years(spread)),
    row(`\`${largest?.table}\`, the fastest-growing, alone: full after`, alone),
  ]);
}

function afterAYear(members: number): number {
  return constantBytes(sizes, members) + bytesOf(growthOf(sizes)) * 365 * members;
}

function terabytes(bytes: number): string {
  return `${amount(bytes / 1e12)} TB`;
}

function dollars(number: number): string {
  return `$${amount(number)}`;
}

function time(years: number): string {
  if (years <= 0) return 'at once';
  if (years * 12 < 2) return `${amount(years * 365)} days`;
  return years < 2 ? `${amount(years * 12)} months` : `${amount(years)} years`;
}
