import { Type } from 'typebox';
import { DatabaseSettings } from './config-database.ts';
import { LimitSettings } from './config-limits.ts';
import { MailSettings } from './config-mail.ts';
import { ProviderSettings } from './config-providers.ts';
import { StorageSettings } from './config-storage.ts';
import { TextCheckSettings } from './config-text-check.ts';
import { TraceSettings } from './config-traces.ts';

/**
 * All settings. The schema validates the environment at startup and generates `.env.example` and the table in
 * docs/configuration.md.
 */
export const ConfigSchema = Type.Object({
  DATABASE_URL: Type.String({
    group: 'Required',
    description: 'The PostgreSQL database of the site.',
    examples: ['postgres://lamplight:secret@127.0.0.1:5432/lamplight'],
    secret: true,
    minLength: 1,
  }),
  SECRET_KEY: Type.String({
    group: 'Required',
    description:
      'Signs tokens and encrypts stored replies; at least 32 characters. Do not store it in the database.',
    examples: ['(openssl rand -base64 48)'],
    secret: true,
    minLength: 32,
  }),
  BASE_URL: Type.String({
    group: 'Required',
    description: 'The public origin, without a path. https except for a site on localhost.',
    examples: ['https://lamplight.example'],
    pattern: '^https?://[^/]+$',
  }),

  ROLE: Type.Enum(['web', 'worker', 'both'], {
    group: 'Process',
    description: 'What this process does: serve requests (web), run jobs (worker), or both.',
    default: 'both',
  }),
  HOST: Type.String({
    group: 'Process',
    description: 'Address to listen on.',
    default: '127.0.0.1',
  }),
  PORT: Type.Integer({
    group: 'Process',
    description: 'Port to listen on.',
    default: 3000,
    minimum: 0,
    maximum: 65535,
  }),
  METRICS_HOST: Type.String({
    group: 'Process',
    description: 'Address of the metrics listener; must not be public.',
    default: '127.0.0.1',
  }),
  METRICS_PORT: Type.Integer({
    group: 'Process',
    description: 'Port of `/metrics`; -1 turns it off.',
    default: 9464,
    minimum: -1,
    maximum: 65535,
  }),
  TRUSTED_PROXIES: Type.String({
    group: 'Process',
    description:
      'Comma-separated addresses or CIDR ranges of the proxies whose X-Forwarded-For is trusted. Empty: none.',
    default: '',
    examples: ['127.0.0.1,10.0.0.0/8'],
  }),
  STYLEGUIDE: Type.Boolean({
    group: 'Process',
    description: 'Shows every UI component at `/styleguide`, for development.',
    default: false,
  }),
  ALLOW_INSECURE_HTTP: Type.Boolean({
    group: 'Process',
    description: 'Lets a production site start on an http BASE_URL (cookies are then not Secure).',
    default: false,
  }),
  DRAIN_SECONDS: Type.Number({
    group: 'Process',
    description:
      'After SIGTERM: how long to serve requests while /readyz returns 503, before the port closes.',
    default: 5,
    minimum: 0,
    maximum: 60,
  }),
  SHED_DELAY_MS: Type.Integer({
    group: 'Process',
    description:
      'Wait in the admission queue, or delay of the event loop, above which new requests are rejected with 503; 0 never rejects.',
    default: 200,
    minimum: 0,
    maximum: 10_000,
  }),
  PAGE_CACHE_MB: Type.Integer({
    group: 'Process',
    description:
      'Memory for the page cache: responses to anonymous visitors, each rendered once per change; 0 disables it.',
    default: 64,
    minimum: 0,
    maximum: 4096,
  }),
  PAGE_CACHE_AGE_MS: Type.Integer({
    group: 'Process',
    description:
      'How long a cached response is sent before its version is checked in the database again; 0 checks every time. Hidden content is dropped at once, whatever the value.',
    default: 1000,
    minimum: 0,
    maximum: 60_000,
  }),
  SHARED_CACHE_SECONDS: Type.Integer({
    group: 'Process',
    description:
      'How long a CDN may send such a response without revalidation (`s-maxage`), and so also content that was hidden meanwhile; 0: it revalidates every time.',
    default: 0,
    minimum: 0,
    maximum: 3600,
  }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    group: 'Process',
    description: 'Minimum level of log lines.',
    default: 'info',
  }),
  LOG_READ_SAMPLE: Type.Number({
    group: 'Process',
    description: 'Share of successful reads that get a log line; all other requests always do.',
    default: 0.01,
    minimum: 0,
    maximum: 1,
  }),

  ...TraceSettings,

  ...DatabaseSettings,

  REDIS_URL: Type.String({
    group: 'Redis',
    description:
      'Redis or Valkey, needed only with more than one web process. Empty: process memory.',
    default: '',
    secret: true,
    examples: ['redis://127.0.0.1:6379/0'],
  }),
  REDIS_PREFIX: Type.String({
    group: 'Redis',
    description: 'Prefix of every key.',
    default: 'lamplight:',
  }),

  ...MailSettings,

  ...ProviderSettings,

  PICTURE_FETCH: Type.Boolean({
    group: 'Pictures',
    description:
      'Fetches pictures of other sites that authors paste, from public addresses only. Needs outgoing http and https and a name server; no proxy is used.',
    default: true,
  }),

  ...TextCheckSettings,

  WEBSUB_HUB_URL: Type.String({
    group: 'Feeds',
    description:
      'A WebSub hub that tells subscribers about new posts; feeds name it, and it is notified after each change. https, at a public address. Empty: none.',
    default: '',
    examples: ['https://hub.example/'],
    pattern: '^(https?://.+)?$',
  }),

  WEBHOOK_LOOPBACK: Type.Boolean({
    group: 'Webhooks',
    description:
      'For development: webhooks and push subscriptions may also name http addresses on this machine, such as http://127.0.0.1:8080/hook. All others need https and a public address.',
    default: false,
  }),

  SECRET_KEY_PREVIOUS: Type.String({
    group: 'Secrets',
    description: 'The previous SECRET_KEY during rotation: still accepted, never used to sign.',
    default: '',
    secret: true,
    pattern: '^(|.{32,})$',
  }),
  SECRET_KEY_NEXT: Type.String({
    group: 'Secrets',
    description:
      'The next SECRET_KEY during rotation: already accepted, not yet used to sign. So no process gets a signature that it does not accept.',
    default: '',
    secret: true,
    pattern: '^(|.{32,})$',
  }),

  ...StorageSettings,

  BACKUP_DIR: Type.String({
    group: 'Backup',
    description:
      'Default directory of `lamplight backup`; `lamplight doctor` looks for the newest backup there. One directory per site.',
    default: '',
    examples: ['/var/backups/lamplight'],
  }),

  ...LimitSettings,
});
