import type { Config } from './config.ts';
import { ConfigSchema } from './config-schema.ts';

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
