import { createHash } from 'node:crypto';
import type { Role } from '../context.ts';
import type { Site } from '../platform/site.ts';
import type { RefusalCode } from '../refusals.ts';

export const USES_MAX = 100;
export const DAYS = 14;
export const DAYS_MAX = 365;
export const NOTE_MAX = 200;
/** Links that can still be used, of one person. */
export const OPEN_MAX = 100;
/** How long a link that nobody used stays in the list after its end, and the address that it was sent to. */
export const ENDED_DAYS = 90;

/** 142 random bits. */
export const TOKEN_LENGTH = 24;
const TOKEN = /^[0-9A-Za-z]{24}$/;
const TOKEN_AT_END = /(?:^|\/)([0-9A-Za-z]{24})\/?$/;

/** What people paste is the whole link or its end. Undefined: neither. */
export function readToken(text: string): string | undefined {
  return TOKEN_AT_END.exec(text.trim())?.[1];
}

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

export function pathOf(token: string): string {
  return `/invite/${token}`;
}

/** Unsalted, as for API tokens: it cannot be guessed, and an index must find the hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const REFUSALS = [
  'invitation_required',
  'invitation_unknown',
  'invitation_used_up',
  'invitation_expired',
  'invitation_revoked',
] as const;

/** Those that belong to the field of the invitation. */
export function isInvitationRefusal(code: RefusalCode): boolean {
  return REFUSALS.some((one) => one === code);
}

type Inviter = { role: Role; level: number };

/** The staff always; members from the level that the owner chose. */
export function mayInvite({ inviters }: Pick<Site, 'inviters'>, { role, level }: Inviter): boolean {
  return role !== 'member' || (inviters !== null && level >= inviters);
}

export const STATES = ['open', 'revoked', 'used_up', 'expired', 'suspended'] as const;
export type InvitationState = (typeof STATES)[number];

type Facts = {
  uses: number;
  uses_max: number;
  expires_at: Date;
  revoked_at: Date | null;
  /** Banned or deleted members may not; nor may members if the owner has left it to the staff meanwhile. */
  may_invite: boolean;
};

/** Whether it can be used, or why not. What cannot be changed any more comes first. */
export function judgeInvitation(invitation: Facts, now: Date): InvitationState {
  if (invitation.revoked_at) return 'revoked';
  if (invitation.uses >= invitation.uses_max) return 'used_up';
  if (invitation.expires_at <= now) return 'expired';
  return invitation.may_invite ? 'open' : 'suspended';
}
