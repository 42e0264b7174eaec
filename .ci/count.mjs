// Adds up the results of all test runs; the last line is what CI reads. A failed step without failed tests counts as one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LINES_OF_AN_ERROR = 12;

const [directory, failedSteps = '0'] = process.argv.slice(2);
const total = { passed: 0, failed: 0, skipped: 0, retried: 0 };
for (const name of readdirSync(directory)) {
  const run = JSON.parse(readFileSync(join(directory, name), 'utf8'));
  for (const key of Object.keys(total)) total[key] += run[key];
  for (const { test, error } of run.failures) {
    console.log(`failed: ${test}`);
    console.log(error.split('\n').slice(0, LINES_OF_AN_ERROR).join('\n'));
  }
}
total.failed = Math.max(total.failed, Number(failedSteps));
console.log(`${total.retried} retried, ${total.skipped} skipped`);
console.log(`${total.passed} passed, ${total.failed} failed`);
if (total.failed > 0 || total.passed === 0) process.exit(1);
