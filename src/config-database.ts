import { Type } from 'typebox';

/** The group `Database` of the settings, without DATABASE_URL, which is required. */
export const DatabaseSettings = {
  DATABASE_MIGRATION_URL: Type.String({
    group: 'Database',
    description: 'Connection of the schema owner, for migrations; empty: the same as DATABASE_URL.',
    default: '',
    secret: true,
  }),
  DATABASE_ROLE: Type.String({
    group: 'Database',
    description:
      'Role that each connection switches to; it cannot change the schema. Empty: DATABASE_URL already logs in as such a role (needed behind PgBouncer).',
    default: 'lamplight_app',
    pattern: '^[a-z_]*$',
  }),
  DATABASE_POOL: Type.Integer({
    group: 'Database',
    description:
      'Connections of this process. For all processes together, plan about 2 × the cores of the database host + 1.',
    default: 10,
    minimum: 2,
    maximum: 200,
  }),

  DATABASE_LISTEN_URL: Type.String({
    group: 'Database',
    description:
      'A direct connection to the primary for LISTEN. Needed if DATABASE_URL is a pooler in transaction mode, which delivers no notifications. Empty: the same as DATABASE_URL.',
    default: '',
    secret: true,
    pattern: '^(|postgres(ql)?://\\S+)$',
  }),

  DATABASE_REPLICA_URLS: Type.String({
    group: 'Database',
    description:
      'Comma-separated read replicas of DATABASE_URL. A replica serves reads while it lags at most a second. Empty: all reads use DATABASE_URL.',
    default: '',
    examples: ['postgres://lamplight:secret@10.0.0.12:5432/lamplight'],
    secret: true,
    pattern: '^(|postgres(ql)?://[^,\\s]+(,\\s*postgres(ql)?://[^,\\s]+)*)$',
  }),
};
