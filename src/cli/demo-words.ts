import { emailOf } from '../demo/perform/people.ts';
import { LOG_INS } from '../demo/readers.ts';

const DAY_MS = 86_400_000;
const STEPS = 5;
const BAR = 30;
const ROLES = { reader: '读者', author: '作者', admin: '管理员', owner: '站长' };

type Shown = {
  url: string;
  password: string;
  directory: string;
  made_at: Date;
  /** The directory, where it was named. */
  data?: string | undefined;
};

/** What somebody who has just started it wants to know, in both languages. */
export function describeDemo({ url, password, directory, made_at, data }: Shown): string {
  const logIns = Object.entries(LOG_INS).map(([role, key]): [string, string] => [
    `  ${ROLES[role as keyof typeof ROLES]} ${role}`,
    emailOf(key),
  ]);
  const days = Math.floor((Date.now() - made_at.getTime()) / DAY_MS);
  const age = days > 1 ? `  (${days} 天前 days old)` : '';
  const rows: [string, string][] = [
    ['打开 open', url],
    ['登录 log in', `密码 password: ${password}`],
    ...logIns,
    ['接口 API', `${url}/docs`],
    ['数据 data', `${directory}${age}`],
    ['重来 start anew', `${commandTyped()}${data ? ` --data ${data}` : ''} --fresh`],
  ];
  const width = Math.max(...rows.map(([name]) => columns(name))) + 3;
  const lines = rows.map(
    ([name, value]) => `  ${name}${' '.repeat(width - columns(name))}${value}`,
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

/** How it was started, so that it can be typed again. */
function commandTyped(): string {
  if (process.env['npm_lifecycle_event'] === 'demo') return 'npm run demo --';
  return process.env['npm_command'] === 'exec' ? 'npx lamplight demo' : 'lamplight demo';
}

/** A Chinese character takes two columns of a terminal. */
function columns(text: string): number {
  return [...text].reduce((sum, one) => sum + (/\p{Script=Han}/u.test(one) ? 2 : 1), 0);
}

/** A bar where there is a terminal, else a line now and then. */
export function showProgress(): (done: number, total: number) => void {
  const words = '三个月的社区 three months of a community';
  let shown = -1;
  return (done, total) => {
    const steps = process.stdout.isTTY ? BAR : STEPS;
    const step = Math.floor((done / total) * steps);
    if (step === shown) return;
    shown = step;
    if (!process.stdout.isTTY) console.log(`${words}: ${(step * 100) / STEPS} %`);
    else {
      const bar = '█'.repeat(step) + '░'.repeat(BAR - step);
      process.stdout.write(`\r${bar} ${words}${done === total ? '\n' : ''}`);
    }
  };
}
