import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type DialectAdapter,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryCompiler,
  type QueryResult,
  SingleConnectionProvider,
} from 'kysely';

/**
 * Kysely on connections that send a statement before the previous one has returned. Within a transaction the
 * statements of one `Promise.all` travel together: PostgreSQL executes them in the order of the array, in one round
 * trip. If one fails, the following ones change nothing, and its error is the one reported. A statement after the
 * commit or rollback is rejected here, because it would run outside the transaction.
 */
export function openPipelined<DB>(config: PostgresDialectConfig): Kysely<DB> {
  const dialect = new PostgresDialect(config);
  const driver = new PipelineDriver(config);
  const executor = new PipelineExecutor(
    dialect.createQueryCompiler(),
    dialect.createAdapter(),
    new DefaultConnectionProvider(driver),
    driver,
  );
  return new Kysely<DB>({ config: { dialect }, dialect, driver, executor });
}

type OwnConnection = Parameters<PostgresDriver['rollbackTransaction']>[0];

/** COMMIT is sent right behind it, without waiting for its result. If it fails, the server rolls back. */
export type CommittingQuery<R> = CompiledQuery<R> & { readonly commits: true };

class PipelineDriver extends PostgresDriver {
  #ready: Promise<void> | undefined;
  readonly #open = new WeakMap<DatabaseConnection, TransactionConnection>();

  override async acquireConnection() {
    this.#ready ??= this.init();
    await this.#ready;
    return super.acquireConnection();
  }

  /** Sends BEGIN without waiting for its result, so that the first statement travels with it. */
  override async beginTransaction(...begin: Parameters<PostgresDriver['beginTransaction']>) {
    // BEGIN is not a named statement (see `PreparingClient`), so it fails only with its connection, as its followers do.
    super.beginTransaction(...begin).catch(() => {});
  }

  override commitTransaction(connection: DatabaseConnection) {
    return this.#openOf(connection)?.commit() ?? super.commitTransaction(connection);
  }

  override rollbackTransaction(connection: DatabaseConnection) {
    const open = this.#openOf(connection);
    return super.rollbackTransaction(open?.end() ?? (connection as OwnConnection));
  }

  /** Provides the transaction's connection to statements that run at the same time. */
  pipelined(single: SingleConnectionProvider): ConnectionProvider {
    const opening = single.provideConnection(async (connection) => {
      const own = connection as OwnConnection;
      const open = new TransactionConnection(own, () => super.commitTransaction(own));
      this.#open.set(connection, open);
      return open;
    });
    return { provideConnection: async (consumer) => consumer(await opening) };
  }

  #openOf(connection: DatabaseConnection): TransactionConnection | undefined {
    return connection instanceof TransactionConnection ? connection : this.#open.get(connection);
  }
}

/** Rejects statements after the end: after the ROLLBACK of a failed sibling they would commit by themselves. */
class TransactionConnection implements DatabaseConnection {
  readonly #own: OwnConnection;
  readonly #sendCommit: () => Promise<void>;
  #committed: Promise<void> | undefined;
  #isOver = false;
  #failure: unknown;

  constructor(own: OwnConnection, sendCommit: () => Promise<void>) {
    this.#own = own;
    this.#sendCommit = sendCommit;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isOver) throw new Error('the transaction has ended');
    const executed = this.#own.executeQuery<R>(query);
    const committed = 'commits' in query ? this.commit() : undefined;
    committed?.catch(() => {});
    try {
      const result = await executed;
      await committed;
      return result;
    } catch (error) {
      // Report the first failed statement. Its followers only fail with "current transaction is aborted".
      this.#failure ??= error;
      throw this.#failure;
    }
  }

  /** Sent once, however often it is called. */
  commit(): Promise<void> {
    this.#isOver = true;
    this.#committed ??= this.#sendCommit();
    return this.#committed;
  }

  end(): OwnConnection {
    this.#isOver = true;
    return this.#own;
  }

  /** A stream would block the statements behind it. */
  streamQuery(): never {
    throw new Error('a pipelined connection does not stream');
  }
}

/** Kysely's own executor runs the statements of a transaction one at a time. */
class PipelineExecutor extends DefaultQueryExecutor {
  readonly #compiler: QueryCompiler;
  readonly #driver: PipelineDriver;

  constructor(
    compiler: QueryCompiler,
    adapter: DialectAdapter,
    provider: ConnectionProvider,
    driver: PipelineDriver,
  ) {
    super(compiler, adapter, provider);
    this.#compiler = compiler;
    this.#driver = driver;
  }

  override withConnectionProvider(provider: ConnectionProvider) {
    const driver = this.#driver;
    const pipelined =
      provider instanceof SingleConnectionProvider ? driver.pipelined(provider) : provider;
    return new PipelineExecutor(this.#compiler, this.adapter, pipelined, driver);
  }
}
