import { createInterface } from 'node:readline/promises';
import { Value } from 'typebox/value';
import { deleteAccountByCommand } from '../accounts/actions/delete-account.ts';
import { resetFactorsByCommand } from '../accounts/actions/reset-factors.ts';
import { changeStatus } from '../administration/actions/change-user.ts';
import { BAN_DAYS_MAX, endOfBan } from '../bans/rules.ts';
import { REASON_MAX, Reason } from '../staff-log/schema.ts';
import { withContext } from './context.ts';
import { Failure, WrongUsage } from './failure.ts';
import { readSettings } from './settings.ts';
import { getUserByName } from './user-actions.ts';

/** The action of the admin pages, with its checks, notification and entry in the staff log. */
export function setStatus(
  name: string,
  status: 'banned' | 'active',
  { reason, days, until }: { reason: string; days?: string; until?: string },
): Promise<void> {
  assertReason(reason);
  const length = {
    ...(days === undefined ? {} : { days: readDays(days) }),
    ...(until ? { until } : {}),
  };
  if (endOfBan(length, new Date()) === undefined)
    throw new WrongUsage(`${until} is no time ahead, such as 2026-12-01T08:00.`);
  return withContext(readSettings(), async (ctx) => {
    const user = await getUserByName(ctx, name);
    const who = `user ${user.uid} (${user.email})`;
    if (user.role === 'owner') throw new Failure(`The owner, ${who}, cannot be banned.`);
    const before = user.banned_until?.toISOString() ?? null;
    const after = await changeStatus(ctx, null, user.uid, { status, reason, ...length });
    const { banned_until } = after;
    if (user.status === status && banned_until === before)
      console.log(`${who} is ${status} already`);
    else if (status === 'banned')
      console.log(
        `${who} is banned${banned_until ? ` until ${banned_until}` : ''} and signed out everywhere`,
      );
    else console.log(`${who} is no longer banned`);
  });
}

function readDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= BAN_DAYS_MAX) return days;
  throw new WrongUsage(`--days takes a number from 1 to ${BAN_DAYS_MAX}.`);
}

/** D64: for a member who lost every factor. The operator verifies the identity of the person first. */
export function resetFactors(name: string, reason: string): Promise<void> {
  assertReason(reason);
  return withContext(readSettings(), async (ctx) => {
    const user = await getUserByName(ctx, name);
    const who = `user ${user.uid} (${user.email})`;
    if (user.password_hash === null)
      throw new Failure(
        `${who} has no password and could not log in any more. First: lamplight user reset-password ${user.uid}`,
      );
    await resetFactorsByCommand(ctx, user.uid, reason.trim());
    console.log(`${who} has no second factor any more and is signed out everywhere`);
  });
}

type DeleteOptions = { reason?: string; yes?: boolean };

/** D15: the same soft delete as the member's own. */
export async function deleteUser(name: string, { reason, yes }: DeleteOptions): Promise<void> {
  if (reason !== undefined) assertReason(reason);
  if (!yes && !process.stdin.isTTY)
    throw new WrongUsage('There is no terminal for a prompt: confirm with --yes.');
  await withContext(readSettings(), async (ctx) => {
    const user = await getUserByName(ctx, name);
    const who = `user ${user.uid} (${user.email})`;
    if (user.role === 'owner') throw new Failure(`${who} is the owner, who cannot be deleted.`);
    if (user.deleted_at) throw new Failure(`${who} is deleted already.`);
    if (!yes) await confirm(who, String(user.uid));
    const deleted = await deleteAccountByCommand(ctx, user.uid, reason?.trim() ?? '');
    const until = deleted.restorable_until.toISOString().slice(0, 16);
    console.log(`${who} is deleted and signed out everywhere`);
    console.log(`Logging in until ${until}Z restores the account; then it is purged.`);
  });
}

function assertReason(reason: string): void {
  if (!Value.Check(Reason, reason))
    throw new WrongUsage(`The reason must have 1 to ${REASON_MAX} characters.`);
}

async function confirm(who: string, expected: string): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new AbortController();
  terminal.on('close', () => closed.abort());
  try {
    const typed = await terminal
      .question(`Delete ${who}? Type ${expected} to confirm: `, { signal: closed.signal })
      .catch(() => '');
    if (typed.trim() !== expected) throw new Failure('Not confirmed; nothing was changed.');
  } finally {
    terminal.close();
  }
}
