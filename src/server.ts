import { findNodeProblem } from './start/node-version.ts';

const WRONG_SETTINGS = 2;
const FATAL = 60;

const problem = findNodeProblem();
if (problem) {
  const isTerminal = process.stdout.isTTY && process.env['NODE_ENV'] !== 'production';
  const line = { level: FATAL, time: Date.now(), pid: process.pid, msg: problem };
  process.stdout.write(`${isTerminal ? problem : JSON.stringify(line)}\n`);
  process.exitCode = WRONG_SETTINGS;
} else {
  const { loadEnvFile } = await import('./config-env.ts');
  loadEnvFile();
  await import('./start/serve.ts');
}
