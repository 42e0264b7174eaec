// Adds up the results of all test runs; the last line is what CI reads.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [directory] = process.argv.slice(2);
let [passed, failed, skipped] = [0, 0, 0];
for (const name of readdirSync(directory)) {
  const run = JSON.parse(readFileSync(join(directory, name), 'utf8'));
  passed += run.numPassedTests;
  failed += run.numFailedTests;
  skipped += run.numPendingTests;
}
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
if (failed > 0 || passed === 0) process.exit(1);
