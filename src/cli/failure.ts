import { isUnavailable } from '../platform/db/errors.ts';
import { translator } from '../platform/i18n.ts';
import { Refusal } from '../refusals.ts';

/** An error whose message is for the operator. The command exits with status 1. */
export class Failure extends Error {}

/** Invalid arguments: status 2, like the errors of the parser. */
export class WrongUsage extends Failure {}

/** Undefined table or role: the database was never migrated. */
const UNMIGRATED = new Set(['42P01', '22023']);

export function explainError(error: unknown): string {
  if (error instanceof Failure) return error.message;
  if (error instanceof Refusal) {
    return translator('en')(`refusals.${error.code}`, { ...error.members });
  }
  if (isUnavailable(error) && !isAboutFile(error))
    return `The database does not respond: ${messageOf(error)}`;
  if (UNMIGRATED.has(codeOf(error))) {
    return `The database is not migrated (${messageOf(error)}): run \`lamplight migrate\`.`;
  }
  return messageOf(error);
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

function codeOf(error: unknown): string {
  return error && typeof error === 'object' && 'code' in error ? String(error.code) : '';
}
