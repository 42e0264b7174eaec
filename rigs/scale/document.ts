/** Fills the generated tables of docs/scale.md, between comments that name them. The prose around them is written by hand. */
import { readFileSync } from 'node:fs';
import { digestAssumptions, digestTable } from './digests.ts';
import { assumptionList, costTable } from './inputs.ts';
import { keyTable } from './keys.ts';
import { growthTable, loadTable, moneyTable, stepTable, yearsTable } from './tables.ts';

const DOCUMENT = 'docs/scale.md';

const PARTS: Record<string, () => string> = {
  costs: costTable,
  assumptions: assumptionList,
  growth: growthTable,
  load: loadTable,
  steps: stepTable,
  years: yearsTable,
  money: moneyTable,
  keys: keyTable,
  'digest-assumptions': digestAssumptions,
  digests: digestTable,
};

export function scaleDocument(): string {
  let text = readFileSync(DOCUMENT, 'utf8');
  for (const [name, make] of Object.entries(PARTS)) {
    const [begin, end] = [`<!-- generated: ${name} -->`, '<!-- end -->'];
    const from = text.indexOf(begin);
    const to = text.indexOf(end, from);
    if (from < 0 || to < 0) throw new Error(`${DOCUMENT} has no comment "generated: ${name}"`);
    text = `${text.slice(0, from)}${begin}\n\n${make()}\n\n${text.slice(to)}`;
  }
  return text;
}
