/** Compares the generated files with the output of their generators; with `--write`, updates them (`npm run generate`). */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { scaleDocuments } from '../rigs/scale/document.ts';
import { errorsDocument } from './errors-docs.ts';
import { postStatesDocument } from './post-states-docs.ts';
import { prometheusRule } from './prometheus-rule.ts';
import { renderVariants } from './search-variants.ts';
import { securityDocument } from './security-docs.ts';
import { specCoverage } from './spec-coverage.ts';
import { supplyChainDocument } from './supply-chain/document.ts';

const write = process.argv.includes('--write');
const outdated: string[] = [];

function compare(path: string, text: string): void {
  if (read(path) === text) return;
  if (write) writeFileSync(path, text);
  else outdated.push(path);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function runScript(script: string): void {
  try {
    execFileSync('tsx', [script, ...(write ? [] : ['--check'])], { stdio: 'inherit' });
  } catch {
    outdated.push(`the output of ${script}`);
  }
}

compare('docs/errors.md', errorsDocument());
compare('docs/post-states.md', postStatesDocument());
for (const [path, text] of scaleDocuments()) compare(path, text);
compare('docs/reports/spec-coverage.md', specCoverage());
compare('docs/security.md', securityDocument());
compare('deploy/kubernetes/components/prometheus-operator/prometheus-rule.yaml', prometheusRule());
compare('src/platform/language/variants.ts', renderVariants());
compare('docs/reports/supply-chain.md', supplyChainDocument());
compare(
  'docs/openapi.json',
  execFileSync('tsx', ['src/cli/lamplight.ts', 'openapi'], { encoding: 'utf8' }),
);
runScript('scripts/config-docs.ts');
runScript('scripts/db-types.ts');

if (outdated.length > 0) {
  console.error(`Out of date: ${outdated.join(', ')}. Run: npm run generate`);
  process.exit(1);
}
