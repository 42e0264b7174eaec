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
 * Reads from a replica, and whatever goes wrong there, from the primary: the replica was killed, it is slow, it
 * cancelled the statement to go on replaying, it has not seen the newest migration yet. What is wrong with the
 * question itself the primary will say as well.
 */
export function repeatOnPrimary(
  replica: Db,
  primary: Db,
  onRead: (outcome: 'done' | 'repeated', error?: unknown) => void,
): Db {
  const read = async <R>(query: CompiledQuery) => {
    try {
      const found = await replica.executeQuery<R>(query as CompiledQuery<R>);
      onRead('done');
      return found;
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

/** Each statement finds a connection by itself, so here there is nothing to hold and nothing to give back. */
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
