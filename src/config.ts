import { readFileSync } from 'node:fs';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { ConfigSchema } from './config-schema.ts';
import { readText } from './platform/canonical-text.ts';
import {
  LIMIT_NAMES,
  type LimitName,
  type LimitRule,
  parseLimit,
} from './platform/limits/rules.ts';
import type { StorageSettings } from './platform/storage/storage.ts';

type Settings = Static<typeof ConfigSchema>;

export type Config = Settings & { limits: Record<LimitName, LimitRule | null> };

/** Reads and validates the environment; throws one error that names every invalid setting. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const settings = validate(readText(ConfigSchema, withSecretFiles(env)));
  refuseInsecureProduction(settings, env);
  const limits = Object.fromEntries(
    LIMIT_NAMES.map((name) => [
      name,
      parseLimit(
        name,
        settings[`LIMIT_${name.toUpperCase()}` as keyof Settings] as string,
        settings.LIMITS_PROFILE,
      ),
    ]),
  ) as Config['limits'];
  return { ...settings, limits };
}

/** Names the error, never the value. */
type Fault = { name: string; wrong: string };

export class WrongSettings extends Error {
  readonly faults: Fault[];

  constructor(faults: Fault[]) {
    super(faults.map(({ name, wrong }) => `${name} ${wrong}`).join('; '));
    this.faults = faults;
  }
}

function validate(input: unknown): Settings {
  const settings = Value.Default(ConfigSchema, input);
  if (Value.Check(ConfigSchema, settings)) return settings;
  throw new WrongSettings(
    [...Value.Errors(ConfigSchema, settings)].flatMap((error): Fault[] => {
      if (error.keyword === 'required')
        return error.params.requiredProperties.map((name) => ({ name, wrong: 'is missing' }));
      const name = error.instancePath.slice(1);
      if (error.keyword === 'enum')
        return [{ name, wrong: `must be one of ${error.params.allowedValues.join(', ')}` }];
      return [{ name, wrong: error.message }];
    }),
  );
}

/** Orchestrators provide secrets as files: NAME_FILE is the path of the value of NAME. */
function withSecretFiles(env: NodeJS.ProcessEnv): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of Object.keys(ConfigSchema.properties)) {
    const file = env[`${name}_FILE`];
    const value = file ? readFileSync(file, 'utf8').trim() : env[name];
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Over plain http, browsers drop Secure cookies and log-in silently fails, so fail at startup instead. */
function refuseInsecureProduction(settings: Settings, env: NodeJS.ProcessEnv): void {
  const { protocol, hostname } = new URL(settings.BASE_URL);
  const local = hostname === 'localhost' || hostname === '127.0.0.1';
  if (env['NODE_ENV'] !== 'production' || protocol === 'https:' || local) return;
  if (settings.ALLOW_INSECURE_HTTP) return;
  throw new Error(
    'BASE_URL is http: set an https address, or ALLOW_INSECURE_HTTP=true for a private network.',
  );
}

export function replicaUrls({ DATABASE_REPLICA_URLS }: Config): string[] {
  return DATABASE_REPLICA_URLS.split(',')
    .map((one) => one.trim())
    .filter(Boolean);
}

export function storageSettings(config: Config): StorageSettings {
  if (config.STORAGE === 'disk') return { kind: 'disk', directory: config.STORAGE_DIR };
  return {
    kind: 's3',
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    bucket: config.S3_BUCKET,
    access_key: config.S3_ACCESS_KEY,
    secret_key: config.S3_SECRET_KEY,
    path_style: config.S3_PATH_STYLE,
  };
}
