/** Fills the generated tables of the documents about scale, between comments that name them. The prose around them is written by hand. */
import { readFileSync } from 'node:fs';
import { digestAssumptions, digestTable } from './digests.ts';
import { assumptionList, costTable } from './inputs.ts';
import { keyTable } from './keys.ts';
import { growthTable, loadTable, stepTable, yearsTable } from './tables.ts';

const DOCUMENTS: Record<string, Record<string, () => string>> = {
  'docs/scale.md': {
    costs: costTable,
    assumptions: assumptionList,
    growth: growthTable,
    load: loadTable,
    steps: stepTable,
    years: yearsTable,
  },
  'docs/decisions/0043-digest.md': {
    'digest-assumptions': digestAssumptions,
    digests: digestTable,
  },
  'docs/scale-keys.md': { keys: keyTable },
};

/** The path and text of each document. */
export function scaleDocuments(): [string, string][] {
  return Object.entries(DOCUMENTS).map(([path, parts]) => [path, fill(path, parts)]);
}

function fill(path: string, parts: Record<string, () => string>): string {
  let text = readFileSync(path, 'utf8');
  for (const [name, make] of Object.entries(parts)) {
    const [begin, end] = [`<!-- generated: ${name} -->`, '<!-- end -->'];
    const from = text.indexOf(begin);
    const to = text.indexOf(end, from);
    if (from < 0 || to < 0) throw new Error(`${path} has no comment "generated: ${name}"`);
    text = `${text.slice(0, from)}${begin}\n\n${make()}\n\n${text.slice(to)}`;
  }
  return text;
}
