import { readFileSync } from 'node:fs';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { explainUnknownName, findUnknownNames } from './config-env.ts';
import { type ProvidersConfig, readProviders } from './config-providers.ts';
import { ConfigSchema } from './config-schema.ts';
import { readText } from './platform/canonical-text.ts';
import {
  LIMIT_NAMES,
  type LimitName,
  type LimitRule,
  parseLimit,
} from './platform/limits/rules.ts';
import { readWebhookKey } from './platform/outbound/sign-webhook.ts';
import type { StorageSettings } from './platform/storage/storage.ts';

type Settings = Static<typeof ConfigSchema>;

export type Config = Settings & {
  limits: Record<LimitName, LimitRule | null>;
  providers: ProvidersConfig;
};

/** Reads and validates the environment; throws one error that names every invalid setting. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  refuseMisspelledNames(env);
  const settings = validate(readText(ConfigSchema, withSecretFiles(env)));
  refuseInsecureProduction(settings, env);
  refuseIncompleteStorage(settings);
  if (settings.SMTP_URL && !settings.MAIL_FROM)
    throw new WrongSettings([{ name: 'MAIL_FROM', wrong: 'is missing: SMTP_URL needs it' }]);
  refuseIncompleteTextCheck(settings);
  const providers = readProviders(settings);
  if ('wrong' in providers) throw new WrongSettings([providers]);
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
  return { ...settings, limits, providers };
}

/** Names the error, never the value. */
type Fault = { name: string; wrong: string };

export class WrongSettings extends Error {
  readonly faults: Fault[];

  constructor(faults: Fault[]) {
    super(faults.map(({ name, wrong }) => `${name} ${wrong}`).join('; '));
    this.faults = faults;
  }

  /** One line per setting: the fault and the purpose, never the value. */
  describe(): string[] {
    const properties = ConfigSchema.properties as Record<string, { description?: string }>;
    return this.faults.map(({ name, wrong }) =>
      `${name} ${wrong}. ${properties[name]?.description ?? ''}`.trim(),
    );
  }
}

/** Only those in `.env`, which nobody but the operator writes. Others cause a warning. */
function refuseMisspelledNames(env: NodeJS.ProcessEnv): void {
  const misspelled = findUnknownNames(env).filter(({ meant, is_in_file }) => meant && is_in_file);
  if (misspelled.length === 0) return;
  throw new WrongSettings(
    misspelled.map((one) => ({ name: one.name, wrong: explainUnknownName(one) })),
  );
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
    const value = file ? readSecretFile(`${name}_FILE`, file) : env[name];
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function readSecretFile(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new WrongSettings([{ name, wrong: `names a file that cannot be read (${code})` }]);
  }
}

/** Over plain http, browsers drop Secure cookies and log-in silently fails, so fail at startup instead. */
function refuseInsecureProduction(settings: Settings, env: NodeJS.ProcessEnv): void {
  const { protocol, hostname } = new URL(settings.BASE_URL);
  const local = hostname === 'localhost' || hostname === '127.0.0.1';
  if (env['NODE_ENV'] !== 'production' || protocol === 'https:' || local) return;
  if (settings.ALLOW_INSECURE_HTTP) return;
  throw new WrongSettings([
    {
      name: 'BASE_URL',
      wrong: 'is http: set an https address, or ALLOW_INSECURE_HTTP=true for a private network',
    },
  ]);
}

function refuseIncompleteTextCheck({ TEXT_CHECK_URL, TEXT_CHECK_SECRET }: Settings): void {
  if (TEXT_CHECK_URL === '' || readWebhookKey(TEXT_CHECK_SECRET)) return;
  const wrong = 'must be whsec_ and 24 to 64 bytes in base64: TEXT_CHECK_URL needs it';
  throw new WrongSettings([{ name: 'TEXT_CHECK_SECRET', wrong }]);
}

function refuseIncompleteStorage(settings: Settings): void {
  if (settings.STORAGE !== 's3') return;
  if (!settings.S3_BUCKET)
    throw new WrongSettings([{ name: 'S3_BUCKET', wrong: 'is missing: STORAGE=s3 needs it' }]);
  if (Boolean(settings.S3_ACCESS_KEY) !== Boolean(settings.S3_SECRET_KEY)) {
    const name = settings.S3_ACCESS_KEY ? 'S3_SECRET_KEY' : 'S3_ACCESS_KEY';
    throw new WrongSettings([{ name, wrong: 'is missing: set both keys or neither' }]);
  }
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
