import { type Config, readConfig, WrongSettings } from '../config.ts';
import { ConfigSchema } from '../config-schema.ts';
import { Failure, messageOf } from './failure.ts';

export function readSettings(): Config {
  try {
    return readConfig();
  } catch (error) {
    const lines = describeInvalidSettings(error).map((line) => `  ${line}`);
    throw new Failure(['The configuration is not valid:', ...lines].join('\n'));
  }
}

/** One line per invalid setting: the fault and the purpose, never the value. */
export function describeInvalidSettings(error: unknown): string[] {
  if (!(error instanceof WrongSettings)) return [messageOf(error)];
  return error.faults.map(({ name, wrong }) => `${name} ${wrong}. ${describe(name)}`.trim());
}

function describe(name: string): string {
  const properties = ConfigSchema.properties as Record<string, object>;
  const schema: { description?: string } = properties[name] ?? {};
  return schema.description ?? '';
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
