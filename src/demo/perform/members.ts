import { deleteAccount } from '../../accounts/actions/delete-account.ts';
import { logIn } from '../../accounts/actions/log-in.ts';
import { register } from '../../accounts/actions/register.ts';
import { createSetupToken, setUpOwner } from '../../accounts/actions/set-up-owner.ts';
import { toggleFollow } from '../../follows/actions.ts';
import { checkIn } from '../../levels/actions.ts';
import { markAllRead } from '../../notifications/actions/inbox.ts';
import { changeProfile } from '../../profiles/actions/change-profile.ts';
import { setAvatar } from '../../profiles/actions/show-profile.ts';
import { emailOf } from '../accounts.ts';
import { drawAvatar } from '../pictures/avatar.ts';
import type { StepOf } from '../plan/steps.ts';
import { memberOf, type SeedState, uidOf, viewerOf } from './state.ts';

const DEVICES = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
];

/** RFC 5737 reserves these addresses for documentation. */
function callerOf(device: number) {
  const user_agent = DEVICES[device % DEVICES.length] ?? '';
  return { ip: `203.0.113.${20 + device}`, user_agent, transport: 'cookie' } as const;
}

export async function registerMember(state: SeedState, step: StepOf<'register'>): Promise<void> {
  await createAccount(state, step);
  state.registered.get(step.by)?.resolve();
}

async function createAccount(state: SeedState, { by, when }: StepOf<'register'>): Promise<void> {
  const ctx = state.at(when);
  const credentials = { email: emailOf(by), password: state.password };
  if (memberOf(state, by).role === 'owner') {
    const token = createSetupToken(ctx);
    const input = { ...credentials, token, audit_enabled: false, site: {} };
    const { user, tokens } = await setUpOwner(ctx, callerOf(state.uids.size), input);
    state.uids.set(by, user.uid);
    state.sessions.set(by, tokens.session.id);
    return;
  }
  const { user, tokens } = await register(ctx, callerOf(state.uids.size), credentials);
  state.uids.set(by, user.uid);
  state.sessions.set(by, tokens.session.id);
}

export async function uploadAvatar(state: SeedState, step: StepOf<'set_avatar'>): Promise<void> {
  const ctx = state.at(step.when);
  await setAvatar(ctx, viewerOf(state, step), await drawAvatar(step.by));
}

export async function setProfile(state: SeedState, step: StepOf<'set_profile'>): Promise<void> {
  const ctx = state.at(step.when);
  const { username, signature } = step;
  await changeProfile(ctx, viewerOf(state, step), { username, signature });
}

export async function rename(state: SeedState, step: StepOf<'rename'>): Promise<void> {
  const ctx = state.at(step.when);
  await changeProfile(ctx, viewerOf(state, step), { username: step.username });
}

export async function logInMember(
  state: SeedState,
  { by, when, device }: StepOf<'log_in'>,
): Promise<void> {
  const credentials = { email: emailOf(by), password: state.password };
  const { tokens } = await logIn(state.at(when), callerOf(device), credentials);
  state.sessions.set(by, tokens.session.id);
}

export async function checkInMember(state: SeedState, step: StepOf<'check_in'>): Promise<void> {
  const ctx = state.at(step.when);
  await checkIn(ctx, viewerOf(state, step));
}

export async function readMessages(state: SeedState, step: StepOf<'read_messages'>): Promise<void> {
  const ctx = state.at(step.when);
  await markAllRead(ctx, viewerOf(state, step), 'all');
}

export async function follow(state: SeedState, step: StepOf<'follow'>): Promise<void> {
  const ctx = state.at(step.when);
  await toggleFollow(ctx, viewerOf(state, step), uidOf(state, step.whom), true);
}

export async function deleteMember(
  state: SeedState,
  step: StepOf<'delete_account'>,
): Promise<void> {
  const ctx = state.at(step.when);
  await deleteAccount(ctx, viewerOf(state, step), state.password);
}
