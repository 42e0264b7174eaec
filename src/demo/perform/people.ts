import { deleteAccount } from '../../accounts/actions/delete-account.ts';
import { logIn } from '../../accounts/actions/log-in.ts';
import { register } from '../../accounts/actions/register.ts';
import { createSetupToken, setUpOwner } from '../../accounts/actions/set-up-owner.ts';
import { toggleFollow } from '../../follows/actions.ts';
import { checkIn } from '../../levels/actions.ts';
import { markAllRead } from '../../notifications/actions/inbox.ts';
import { changeProfile } from '../../profiles/actions/change-profile.ts';
import { setAvatar } from '../../profiles/actions/show-profile.ts';
import { drawAvatar } from '../pictures/avatar.ts';
import type { DeedOf } from '../plan/deeds.ts';
import { memberOf, type Stage, uidOf, viewerOf } from './stage.ts';

const DEVICES = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
];

/** From the addresses that are set aside for examples. */
function callerOf(device: number) {
  const user_agent = DEVICES[device % DEVICES.length] ?? '';
  return { ip: `203.0.113.${20 + device}`, user_agent, transport: 'cookie' } as const;
}

export function emailOf(key: string): string {
  return `${key}@lamplight.example`;
}

export async function join(stage: Stage, deed: DeedOf<'join'>): Promise<void> {
  await signUp(stage, deed);
  stage.joined.get(deed.by)?.resolve();
}

async function signUp(stage: Stage, { by, when }: DeedOf<'join'>): Promise<void> {
  const ctx = stage.at(when);
  const credentials = { email: emailOf(by), password: stage.password };
  if (memberOf(stage, by).role === 'owner') {
    const token = createSetupToken(ctx);
    const owner = await setUpOwner(ctx, { ...credentials, token, audit_enabled: false });
    stage.uids.set(by, owner.uid);
    return;
  }
  const { user, tokens } = await register(ctx, callerOf(stage.uids.size), credentials);
  stage.uids.set(by, user.uid);
  stage.sessions.set(by, tokens.session.id);
}

export async function showFace(stage: Stage, deed: DeedOf<'show_face'>): Promise<void> {
  const ctx = stage.at(deed.when);
  await setAvatar(ctx, viewerOf(stage, deed), await drawAvatar(deed.by));
}

export async function introduce(stage: Stage, deed: DeedOf<'introduce'>): Promise<void> {
  const ctx = stage.at(deed.when);
  const { username, signature } = deed;
  await changeProfile(ctx, viewerOf(stage, deed), { username, signature });
}

export async function rename(stage: Stage, deed: DeedOf<'rename'>): Promise<void> {
  const ctx = stage.at(deed.when);
  await changeProfile(ctx, viewerOf(stage, deed), { username: deed.username });
}

export async function enter(stage: Stage, { by, when, device }: DeedOf<'log_in'>): Promise<void> {
  const credentials = { email: emailOf(by), password: stage.password };
  const { tokens } = await logIn(stage.at(when), callerOf(device), credentials);
  stage.sessions.set(by, tokens.session.id);
}

export async function visit(stage: Stage, deed: DeedOf<'check_in'>): Promise<void> {
  const ctx = stage.at(deed.when);
  await checkIn(ctx, viewerOf(stage, deed));
}

export async function readMessages(stage: Stage, deed: DeedOf<'read_messages'>): Promise<void> {
  const ctx = stage.at(deed.when);
  await markAllRead(ctx, viewerOf(stage, deed), 'all');
}

export async function follow(stage: Stage, deed: DeedOf<'follow'>): Promise<void> {
  const ctx = stage.at(deed.when);
  await toggleFollow(ctx, viewerOf(stage, deed), uidOf(stage, deed.whom), true);
}

export async function leave(stage: Stage, deed: DeedOf<'leave'>): Promise<void> {
  const ctx = stage.at(deed.when);
  await deleteAccount(ctx, viewerOf(stage, deed), stage.password);
}
