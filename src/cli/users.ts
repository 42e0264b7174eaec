import { Value } from 'typebox/value';
import { createResetLink } from '../account-mail/actions/request-reset.ts';
import * as sessions from '../accounts/actions/manage-sessions.ts';
import { RegisterBody } from '../accounts/schema.ts';
import type { Role } from '../context.ts';
import { withContext } from './context.ts';
import { WrongUsage } from './failure.ts';
import { type ChosenPassword, choosePassword, type PasswordOptions } from './password.ts';
import { readSettings } from './settings.ts';
import * as actions from './user-actions.ts';

export type CreateOptions = PasswordOptions & { email: string; owner?: boolean; admin?: boolean };

export async function createUser(options: CreateOptions): Promise<void> {
  const { email } = options;
  if (!Value.Check(RegisterBody.properties.email, email)) {
    throw new WrongUsage(`${email} is not an e-mail address.`);
  }
  const config = readSettings();
  const chosen = await choosePassword(options);
  const role = options.owner ? 'owner' : options.admin ? 'admin' : 'member';
  const user = await withContext(config, (ctx) =>
    actions.addUser(ctx, { email, password: chosen.password, role }),
  );
  console.log(`created ${role} ${user.uid} (${user.email})`);
  printGenerated(chosen);
}

export function setRole(name: string, role: Role): Promise<void> {
  return withContext(readSettings(), async (ctx) => {
    const { uid, email } = await actions.getUserByName(ctx, name);
    const { former_owner } = await actions.changeRole(ctx, uid, role);
    console.log(`user ${uid} (${email}) is now ${role}`);
    if (former_owner) console.log(`user ${former_owner.uid} (${former_owner.email}) is now admin`);
  });
}

export async function resetPassword(name: string, options: PasswordOptions): Promise<void> {
  const config = readSettings();
  const chosen = await choosePassword(options);
  await withContext(config, async (ctx) => {
    const { uid, email } = await actions.getUserByName(ctx, name);
    await actions.resetPassword(ctx, uid, chosen.password);
    console.log(`new password for user ${uid} (${email}), who is signed out everywhere`);
  });
  printGenerated(chosen);
}

/** D63: for a site without mail, or a member whose address no longer works. */
export function printResetLink(name: string): Promise<void> {
  return withContext(readSettings(), async (ctx) => {
    const { uid, email } = await actions.getUserByName(ctx, name);
    console.log(await createResetLink(ctx, uid));
    console.error(`Sets a new password for user ${uid} (${email}), once, within 30 minutes.`);
  });
}

export function revokeSessions(name: string): Promise<void> {
  return withContext(readSettings(), async (ctx) => {
    const { uid, email } = await actions.getUserByName(ctx, name);
    const ended = await sessions.revokeSessions(ctx, uid);
    console.log(`sessions ended for user ${uid} (${email}): ${ended}`);
  });
}

function printGenerated({ password, generated }: ChosenPassword): void {
  if (generated) console.log(`password: ${password}`);
}
