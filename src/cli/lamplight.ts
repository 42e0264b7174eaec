#!/usr/bin/env node
import { findNodeProblem } from '../start/node-version.ts';

const WRONG_USAGE = 2;

const problem = findNodeProblem();
if (problem) {
  console.error(problem);
  process.exitCode = WRONG_USAGE;
} else {
  const { loadEnvFile } = await import('../config-env.ts');
  loadEnvFile();
  const { runProgram } = await import('./run-program.ts');
  await runProgram(process.argv);
}
