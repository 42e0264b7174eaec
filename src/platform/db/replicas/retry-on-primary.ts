import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Db } from '../database.ts';
import type { DB } from '../schema.ts';

/**
 * Reads from a replica, and from the primary if that fails for any reason: the replica was killed, is slow, cancelled
 * the statement for recovery, or lacks the newest migration. An error in the statement itself fails on both.
 */
export function retryOnPrimary(
  replica: Db,
  primary: Db,
  onRead: (outcome: 'done' | 'repeated', error?: unknown) => void,
): Db {
  const read = async <R>(query: CompiledQuery) => {
    try {
      const result = await replica.executeQuery<R>(query as CompiledQuery<R>);
      onRead('done');
      return result;
    } catch (error) {
      onRead('repeated', error);
      return primary.executeQuery<R>(query as CompiledQuery<R>);
    }
  };
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createDriver: () => new StatementDriver({ executeQuery: read, streamQuery: refuse }),
    },
  });
}

const refuse = () => {
  throw new Error('only single statements are read from a replica');
};

/** Each statement takes its own connection from one of the two pools, so there is none to acquire or release here. */
class StatementDriver implements Driver {
  readonly #connection: DatabaseConnection;
  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }
  async init() {}
  async acquireConnection() {
    return this.#connection;
  }
  async beginTransaction() {
    refuse();
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async releaseConnection() {}
  async destroy() {}
}
