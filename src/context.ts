import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { SingleFlight } from './platform/cache/single-flight.ts';
import type { BatchWrite } from './platform/db/batch/batch-write.ts';
import type { Db, Trx, TrxOrAutocommit } from './platform/db/database.ts';
import type { Dependencies } from './platform/http/page-cache/dependencies.ts';
import type { Locale } from './platform/i18n.ts';
import type { Limits } from './platform/limits/limits.ts';
import type { PasswordHasher } from './platform/passwords.ts';
import type { Secrets } from './platform/secrets.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { WorkerPool } from './platform/worker-pool.ts';

/** What an action may use. It is handed in, never imported, so a test can hand in its own clock. */
export type Context = {
  config: Config;
  /** For reads; inside an idempotent request that has begun to write, reads see those writes. */
  db: Db;
  /**
   * For what is only shown: a replica where there is one, which may lack what others wrote in the last second and
   * never what the reader wrote. What a write depends on is read from `db`.
   */
  readDb: Db;
  /** How everything is written. Joins the request's transaction where there is one. */
  tx<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** A write of exactly one statement, without brackets of its own; joins likewise. */
  autocommit<T>(write: (db: TrxOrAutocommit) => Promise<T>): Promise<T>;
  /** A write of one statement that may be shared with other callers of the moment; joins likewise. */
  batchWrite: BatchWrite;
  /** Work that requests of one moment share within a process. */
  singleFlight: SingleFlight;
  now(): Date;
  /** The language of whoever is asking. */
  locale: Locale;
  log: FastifyBaseLogger;
  /** Where presenters note what a response shows, for the page cache. */
  dependencies: Dependencies;
  secrets: Secrets;
  passwords: PasswordHasher;
  limits: Limits;
  storage: Storage;
  /** Threads for work that would keep everybody else waiting. */
  workers: WorkerPool;
};

/** What it takes to present something. */
export type PresenterContext = Pick<Context, 'locale' | 'dependencies'>;

export type Role = 'member' | 'admin' | 'owner';
export type UserStatus = 'active' | 'banned';

/** Who is asking. Null where nobody is logged in. */
export type Viewer = {
  uid: number;
  /** The effective one: `member` while banned, whatever role is stored (D56). */
  role: Role;
  status: UserStatus;
  session_id: string;
  /** As it stood when the request came in. */
  exp: number;
  checked_in_on: string | null;
};
