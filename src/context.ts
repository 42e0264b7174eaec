import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { CheckedCache } from './platform/cache/checked-cache.ts';
import type { ContentCache } from './platform/cache/content-cache.ts';
import type { SingleFlight } from './platform/cache/single-flight.ts';
import type { BatchWrite } from './platform/db/batch/batch-write.ts';
import type { Db, Trx, TrxOrAutocommit } from './platform/db/database.ts';
import type { Dependencies } from './platform/http/page-cache/dependencies.ts';
import type { Locale } from './platform/i18n.ts';
import type { Limits } from './platform/limits/limits.ts';
import type { CheckText } from './platform/outbound/check-text.ts';
import type { FetchFile } from './platform/outbound/fetch-file.ts';
import type { GuardedPost } from './platform/outbound/guarded-post.ts';
import type { PasswordHasher } from './platform/passwords.ts';
import type { Secrets } from './platform/secrets.ts';
import type { SiteSource } from './platform/site.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { WorkerPool } from './platform/worker-pool.ts';
import type { Role, UserStatus } from './roles.ts';

export type { Role, UserStatus } from './roles.ts';

/** Everything an action may use. It is passed in and never imported, so a test can pass its own clock. */
export type Context = {
  config: Config;
  /** For reads. In an idempotent request they see what the request has written. */
  db: Db;
  /**
   * For display only: a replica if there is one. It may lack what others wrote in the last second, and never what the
   * reader wrote. Read from `db` what a write depends on.
   */
  readDb: Db;
  /** For all writes. In an idempotent request it joins the request's transaction, one call at a time. */
  tx<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** For a write of exactly one statement: saves BEGIN and COMMIT. Joins the request's transaction likewise. */
  autocommit<T>(write: (db: TrxOrAutocommit) => Promise<T>): Promise<T>;
  /** For a write of one statement that concurrent callers can share. Joins the request's transaction likewise. */
  batchWrite: BatchWrite;
  /** Runs work once for concurrent requests of this process. */
  singleFlight: SingleFlight;
  now(): Date;
  /** What the owner decided about the site. */
  site: SiteSource;
  /** What a page shows all readers alike, in the memory of this process. */
  contentCache: ContentCache;
  /** The same, with a look at its version for every reader. */
  checkedCache: CheckedCache;
  /** The language of the response. */
  locale: Locale;
  log: FastifyBaseLogger;
  /** Records what a response shows, for the page cache. */
  dependencies: Dependencies;
  secrets: Secrets;
  passwords: PasswordHasher;
  limits: Limits;
  storage: Storage;
  /** From another site, at an address that a member names. */
  fetchFile: FetchFile;
  /** Asks the operator's service about a text; undefined if there is none. */
  checkText: CheckText | undefined;
  /** To another site, at an address that the owner or a browser names. */
  guardedPost: GuardedPost;
  /** Threads for work that would block the event loop. */
  workers: WorkerPool;
  /** The thread with the dictionary of search: it takes memory only where something is searched or indexed. */
  searchWorkers: WorkerPool;
};

export type PresenterContext = Pick<Context, 'locale' | 'dependencies'>;

/** The logged-in member of a request; null for an anonymous visitor. */
export type Viewer = {
  uid: number;
  /** The effective role: `member` while banned, whatever role is stored (D56). */
  role: Role;
  /** D64: of the staff, and without the second factor that the site requires of them. Their role is `member` until then. */
  lacks_factor?: boolean;
  status: UserStatus;
  /** Empty where there is no session, with an API token. */
  session_id: string;
  /** D70: of the API token that the request came with; absent for a session. */
  scopes?: readonly string[];
  /** At the start of the request. */
  exp: number;
  checked_in_on: string | null;
  /** The newest version of the site's terms that they accepted, at the start of the request; 0 or absent for none. */
  accepted_terms?: number;
  /** D67: whom they blocked or muted, at the start of the request; absent for nobody. See `blocks/rules.ts`. */
  hidden?: readonly number[];
};
