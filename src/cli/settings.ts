import { type Config, readConfig, WrongSettings } from '../config.ts';
import { messageOf, WrongUsage } from './failure.ts';

export function readSettings(): Config {
  try {
    return readConfig();
  } catch (error) {
    const lines = describeInvalidSettings(error).map((line) => `  ${line}`);
    throw new WrongUsage(['The configuration is not valid:', ...lines].join('\n'));
  }
}

export function describeInvalidSettings(error: unknown): string[] {
  return error instanceof WrongSettings ? error.describe() : [messageOf(error)];
}
