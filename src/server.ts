import { setFlagsFromString } from 'node:v8';
import { findNodeProblem } from './start/node-version.ts';

const WRONG_SETTINGS = 2;
const FATAL = 60;

// V8 would take some objects of each rendered page for long-lived and allocate them as such. Each keeps the tree of its page until
// the next full collection, so every collection of young objects would copy megabytes of dead trees.
setFlagsFromString('--no-allocation-site-pretenuring');

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
