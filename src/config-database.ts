import { Type } from 'typebox';

/** The group `Database` of the settings, but for DATABASE_URL, which is required. */
export const DatabaseSettings = {
  DATABASE_MIGRATION_URL: Type.String({
    group: 'Database',
    description: 'Who owns the schema and runs migrations; empty: the same as DATABASE_URL.',
    default: '',
    secret: true,
  }),
  DATABASE_ROLE: Type.String({
    group: 'Database',
    description:
      'Role each connection switches to, which cannot change the schema; empty: DATABASE_URL logs in as such a role already (needed behind PgBouncer).',
    default: 'lamplight_app',
    pattern: '^[a-z_]*$',
  }),
  DATABASE_POOL: Type.Integer({
    group: 'Database',
    description:
      'Connections of this process. All processes together: about 2 × the cores of the database host + 1.',
    default: 10,
    minimum: 2,
    maximum: 200,
  }),

  DATABASE_LISTEN_URL: Type.String({
    group: 'Database',
    description:
      'A direct connection to the primary for LISTEN, where DATABASE_URL leads to a pooler in transaction mode, through which no notification arrives; empty: the same as DATABASE_URL.',
    default: '',
    secret: true,
    pattern: '^(|postgres(ql)?://\\S+)$',
  }),

  DATABASE_REPLICA_URLS: Type.String({
    group: 'Database',
    description:
      'Comma-separated standbys of DATABASE_URL that take what is only shown off it, as long as they are at most a second behind. Empty: everything is read from DATABASE_URL.',
    default: '',
    examples: ['postgres://lamplight:secret@10.0.0.12:5432/lamplight'],
    secret: true,
    pattern: '^(|postgres(ql)?://[^,\\s]+(,\\s*postgres(ql)?://[^,\\s]+)*)$',
  }),
};
