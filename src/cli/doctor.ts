import { type Config, readConfig } from '../config.ts';
import { type Check, siteChecks } from './checks.ts';
import { databaseChecks } from './database-checks.ts';
import { messageOf } from './failure.ts';
import { hideSecrets, wrongSettings } from './settings.ts';

/** Prints one line for each thing looked at; false when something is wrong. */
export async function examineSite(): Promise<boolean> {
  const config = examineSettings();
  if (!config) return false;
  const database = databaseChecks(config);
  try {
    let healthy = await examine(config, database.reachable);
    // Without an answer from the database, the rest about it would be the same complaint seven times.
    const next = healthy ? [...database.checks, ...siteChecks(config)] : siteChecks(config);
    for (const check of next) healthy = (await examine(config, check)) && healthy;
    return healthy;
  } finally {
    await database.close();
  }
}

function examineSettings(): Config | undefined {
  try {
    const config = readConfig();
    console.log('✓ configuration: every setting is valid');
    return config;
  } catch (error) {
    for (const line of wrongSettings(error)) console.log(`✗ configuration: ${line}`);
    console.log('  docs/configuration.md lists every setting. Nothing else was checked.');
    return undefined;
  }
}

async function examine(config: Config, check: Check): Promise<boolean> {
  try {
    console.log(`✓ ${check.name}: ${await check.look()}`);
    return true;
  } catch (error) {
    console.log(`✗ ${check.name}: ${hideSecrets(config, messageOf(error))}`);
    console.log(`  ${check.hint}`);
    return false;
  }
}
