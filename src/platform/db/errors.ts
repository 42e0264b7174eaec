/** SQLSTATE: serialization failure, deadlock, lock timeout. */
const TRANSIENT = new Set(['40001', '40P01', '55P03']);
const UNAVAILABLE = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '53200',
  '25006',
  '57014',
  '25P03',
  '25P04',
]);
const SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

export function isTransient(error: unknown): boolean {
  return TRANSIENT.has(codeOf(error));
}

/** The database is down, starting, full or too slow: the request may be retried. */
export function isUnavailable(error: unknown): boolean {
  if (isAboutFile(error)) return false;
  const code = codeOf(error);
  if (UNAVAILABLE.has(code) || SOCKET.has(code) || TRANSIENT.has(code)) return true;
  // Class 08, connection exceptions: what PgBouncer sends when it cannot reach PostgreSQL.
  if (/^08\w{3}$/.test(code)) return true;
  // The last is the error of Citus, without a code of its own, when it loses a worker during a transaction.
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|not queryable|connection marked as essential/.test(
      error.message,
    )
  );
}

/** The name of the violated constraint, so that a store can turn it into a refusal. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!error || typeof error !== 'object' || !codeOf(error).startsWith('23')) return undefined;
  return 'constraint' in error ? String(error.constraint) : undefined;
}

/** A host with several addresses fails with an AggregateError that has no message itself. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return (error instanceof Error && error.message) || codeOf(error) || String(error);
}

/** A missing file and a missing socket have the same code. */
function isAboutFile(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'open';
}

export function codeOf(error: unknown): string {
  return error && typeof error === 'object' && 'code' in error ? String(error.code) : '';
}
