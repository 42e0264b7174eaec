import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { childrenOf, cpuSeconds, cpuSecondsOfFamily } from './processes.ts';

const BUSY =
  'const end = process.cpuUsage().user + 100_000; while (process.cpuUsage().user < end);';
/** Works, lets a child work, and works no more; then another child stays. */
const PARENT = `
  const { spawn } = require('node:child_process');
  spawn(process.execPath, ['-e', \`${BUSY}\`]).on('close', () => {
    spawn(process.execPath, ['-e', \`${BUSY} setInterval(() => {}, 1000); console.log('done')\`], { stdio: 'inherit' });
  });
`;

test('the time of a family counts those who live and those who have ended', async () => {
  const parent = spawn(process.execPath, ['-e', PARENT], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(parent.stdout, 'data');
    const pid = parent.pid ?? 0;
    const [child = 0] = childrenOf(pid);
    expect(cpuSeconds(child)).toBeGreaterThanOrEqual(0.1);
    expect(cpuSecondsOfFamily(pid) - cpuSeconds(pid)).toBeGreaterThanOrEqual(0.2);
  } finally {
    for (const pid of childrenOf(parent.pid ?? 0)) process.kill(pid);
    parent.kill();
  }
});
