import { emailOf, LOG_INS } from '../demo/accounts.ts';

const DAY_MS = 86_400_000;
const STEPS = 5;
const BAR_COLUMNS = 30;
const ROLES = { reader: '读者', author: '作者', admin: '管理员', owner: '站长' };

type DemoSummary = {
  url: string;
  password: string;
  directory: string;
  seeded_at: Date;
  /** The value of --data. */
  data?: string | undefined;
};

/** The address, the log-ins and the commands, in both languages. */
export function describeDemo({ url, password, directory, seeded_at, data }: DemoSummary): string {
  const logIns = Object.entries(LOG_INS).map(([role, key]): [string, string] => [
    `  ${ROLES[role as keyof typeof ROLES]} ${role}`,
    emailOf(key),
  ]);
  const days = Math.floor((Date.now() - seeded_at.getTime()) / DAY_MS);
  const age = days > 1 ? `  (${days} 天前 days old)` : '';
  const rows: [string, string][] = [
    ['打开 open', url],
    ['登录 log in', `密码 password: ${password}`],
    ...logIns,
    ['接口 API', `${url}/docs`],
    ['数据 data', `${directory}${age}`],
    ['重来 start anew', `${commandLine()}${data ? ` --data ${data}` : ''} --fresh`],
  ];
  const width = Math.max(...rows.map(([name]) => countColumns(name))) + 3;
  const lines = rows.map(
    ([name, value]) => `  ${name}${' '.repeat(width - countColumns(name))}${value}`,
  );
  return [
    '',
    '  灯火 Lamplight',
    '',
    ...lines,
    '',
    '  只有本机能打开；其余成员用同一个密码。Seen from this machine only; everybody has the same password.',
    '  Ctrl-C 停止 stops it.',
    '',
  ].join('\n');
}

/** The command that started the demo. */
function commandLine(): string {
  if (process.env['npm_lifecycle_event'] === 'demo') return 'npm run demo --';
  return process.env['npm_command'] === 'exec' ? 'npx lamplight demo' : 'lamplight demo';
}

/** A Chinese character takes two columns in a terminal. */
function countColumns(text: string): number {
  return [...text].reduce((sum, one) => sum + (/\p{Script=Han}/u.test(one) ? 2 : 1), 0);
}

/** A progress bar in a terminal, otherwise a line per 20 %. */
export function showProgress(): (done: number, total: number) => void {
  const label = '三个月的社区 three months of a community';
  let shown = -1;
  return (done, total) => {
    const steps = process.stdout.isTTY ? BAR_COLUMNS : STEPS;
    const step = Math.floor((done / total) * steps);
    if (step === shown) return;
    shown = step;
    if (!process.stdout.isTTY) console.log(`${label}: ${(step * 100) / STEPS} %`);
    else {
      const bar = '█'.repeat(step) + '░'.repeat(BAR_COLUMNS - step);
      process.stdout.write(`\r${bar} ${label}${done === total ? '\n' : ''}`);
    }
  };
}
