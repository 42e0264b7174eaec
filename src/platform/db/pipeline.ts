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
 * Kysely on connections that send a statement while the answer to the one before is on its way. Within a transaction
 * what is asked together (`Promise.all`) travels together: the server does one after the other in the order in which
 * they were asked, and all of it is one round trip. The first that fails is the one that is heard of; those behind it
 * change nothing, since they are of the same transaction, and none can be sent behind its end.
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

/** A statement of a transaction behind which its commit is sent at once: where it fails, the server commits nothing. */
export type LastQuery<R> = CompiledQuery<R> & { readonly isLast: true };

class PipelineDriver extends PostgresDriver {
  #ready: Promise<void> | undefined;
  readonly #open = new WeakMap<DatabaseConnection, TransactionConnection>();

  override async acquireConnection() {
    this.#ready ??= this.init();
    await this.#ready;
    return super.acquireConnection();
  }

  /** `begin` has nothing to say: it is sent, and the first statement goes right behind it. */
  override async beginTransaction(...begin: Parameters<PostgresDriver['beginTransaction']>) {
    // It fails only with its connection (see BEGINNING), and then so does what was sent behind it.
    super.beginTransaction(...begin).catch(() => {});
  }

  override commitTransaction(connection: DatabaseConnection) {
    return this.#openOf(connection)?.commit() ?? super.commitTransaction(connection);
  }

  override rollbackTransaction(connection: DatabaseConnection) {
    const open = this.#openOf(connection);
    return super.rollbackTransaction(open?.end() ?? (connection as OwnConnection));
  }

  /** Each statement as it comes, until the transaction ends. */
  straight(only: SingleConnectionProvider): ConnectionProvider {
    const opening = only.provideConnection(async (connection) => {
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

/** Where one of several statements failed, another may still have something to say: behind the end it would be for good. */
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
    const answer = this.#own.executeQuery<R>(query);
    const committed = 'isLast' in query ? this.commit() : undefined;
    committed?.catch(() => {});
    try {
      const result = await answer;
      await committed;
      return result;
    } catch (error) {
      // Those behind only say that the transaction has failed, and may be heard before the one that did.
      this.#failure ??= error;
      throw this.#failure;
    }
  }

  /** Once, however often it is asked for. */
  commit(): Promise<void> {
    this.#isOver = true;
    this.#committed ??= this.#sendCommit();
    return this.#committed;
  }

  end(): OwnConnection {
    this.#isOver = true;
    return this.#own;
  }

  /** Rows that come as they are asked for would hold up whatever was sent behind. */
  streamQuery(): never {
    throw new Error('a connection that is sent statements ahead does not stream');
  }
}

/** A transaction's own holds each statement back until the one before has its answer. */
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
    const swift =
      provider instanceof SingleConnectionProvider ? driver.straight(provider) : provider;
    return new PipelineExecutor(this.#compiler, this.adapter, swift, driver);
  }
}
