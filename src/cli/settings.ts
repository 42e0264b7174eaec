import { type Config, readConfig, WrongSettings } from '../config.ts';
import { ConfigSchema } from '../config-schema.ts';
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

/** Errors of libraries may quote their input. */
export function hideSecrets(config: Config, text: string): string {
  let hidden = text;
  for (const [name, schema] of Object.entries(ConfigSchema.properties)) {
    const value = config[name as keyof Config];
    if (!('secret' in schema) || typeof value !== 'string' || !value) continue;
    // A setting may list several addresses.
    for (const secret of [value, ...[value, ...value.split(',')].flatMap(passwordsIn)]) {
      hidden = hidden.replaceAll(secret, '[hidden]');
    }
  }
  return hidden;
}

function passwordsIn(url: string): string[] {
  const password = URL.canParse(url) ? new URL(url).password : '';
  return password ? [password, decodeURIComponent(password)] : [];
}
