/**
 * What we build on, held to its rules: `node scripts/supply-chain/main.ts`. With `--audit` an audit that nobody answers is a fault too; with
 * `--bill <file>` it only writes the bill of materials. Needs nothing installed: the lockfile says it all.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { audit, auditFaults } from './audit.ts';
import { createBill } from './bill.ts';
import { licenceFaults } from './licences.ts';
import { readLock } from './lock.ts';
import { lockfileFaults, withoutDigest } from './lockfile.ts';
import { FOLDERS, PRODUCTION_MAX } from './rules.ts';
import { allShipped, listShipped, NOTHING } from './shipped.ts';

const { values } = parseArgs({
  options: { audit: { type: 'boolean', default: false }, bill: { type: 'string' } },
});
const project = readManifest('.');
const lock = readLock();
const shipped = listShipped(lock);

if (values.bill !== undefined) {
  const bill = createBill(lock, shipped, project, new Date());
  writeFileSync(values.bill, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${bill.components.length} components in ${values.bill}`);
} else {
  process.exitCode = (await report()) ? 0 : 1;
}

async function report(): Promise<boolean> {
  const { server, optional, browser } = shipped;
  const surplus = server.size - PRODUCTION_MAX;
  const held = [
    ...FOLDERS.map(sayLocked),
    say(
      'Production',
      `${server.size} packages on the server, ${optional.size} where they can be, ${browser.size} in the browser`,
      surplus > 0 ? [`${surplus} more than the ${PRODUCTION_MAX} that are agreed on`] : [],
    ),
    await sayAudit(),
  ];
  return held.every(Boolean);
}

function sayLocked(folder: string): boolean {
  const locked = readLock(folder);
  const runs = folder === '.' ? shipped : NOTHING;
  return say(
    join(folder, 'package-lock.json'),
    `${locked.size} packages, every licence taken, ${withoutDigest(locked).size} without a digest`,
    [...lockfileFaults(locked, readManifest(folder), runs), ...licenceFaults(locked, runs)],
  );
}

function readManifest(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

async function sayAudit(): Promise<boolean> {
  const answer = await audit(FOLDERS);
  if ('weaknesses' in answer) {
    const faults = auditFaults(answer.weaknesses, allShipped(shipped));
    return say('Audit', `${answer.weaknesses.length} weaknesses known, none that counts`, faults);
  }
  console.log(`Audit: NOT DONE. Nothing is known of weaknesses: ${answer.unknown}.`);
  return !values.audit;
}

function say(what: string, fine: string, faults: string[]): boolean {
  console.log(`${what}: ${faults.length === 0 ? fine : `${faults.length} faults`}`);
  for (const fault of faults) console.log(`  ${fault}`);
  return faults.length === 0;
}
