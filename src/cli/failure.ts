import { codeOf, isUnavailable, messageOf } from '../platform/db/errors.ts';
import { translator } from '../platform/i18n.ts';
import { Refusal } from '../refusals.ts';

export { messageOf } from '../platform/db/errors.ts';

/** An error whose message is for the operator. The command exits with status 1. */
export class Failure extends Error {}

/** Invalid arguments or settings: status 2, like the errors of the parser. */
export class WrongUsage extends Failure {}

/** A check that could not be made, so nobody knows the result: status 3. */
export class NotChecked extends Failure {}

export async function orNotChecked<T>(check: Promise<T>): Promise<T> {
  try {
    return await check;
  } catch (error) {
    if (error instanceof WrongUsage) throw error;
    throw new NotChecked(`Not checked. ${explainError(error)}`);
  }
}

/** Undefined table or role: the database was never migrated. */
const UNMIGRATED = new Set(['42P01', '22023']);

export function explainError(error: unknown): string {
  if (error instanceof Failure) return error.message;
  if (error instanceof Refusal) {
    return translator('en')(`refusals.${error.code}`, { ...error.members });
  }
  if (isUnavailable(error)) return `The database does not respond: ${messageOf(error)}`;
  if (UNMIGRATED.has(codeOf(error))) {
    return `The database is not migrated (${messageOf(error)}): run \`lamplight migrate\`.`;
  }
  return messageOf(error);
}
