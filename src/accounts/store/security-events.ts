import type { Trx } from '../../platform/db/database.ts';

/** The table accepts the same ones: a migration that adds one replaces `security_event_kind_known`. */
export const SECURITY_EVENTS = [
  'session_reused',
  'password_changed',
  'account_deleted',
  'account_restored',
  'password_reset',
  'password_removed',
  'email_verified',
  'email_changed',
  'email_change_undone',
  'passkey_added',
  'passkey_removed',
  'passkey_cloned',
  'totp_added',
  'totp_removed',
  'passkey_step_on',
  'passkey_step_off',
  'recovery_codes_made',
  'recovery_code_used',
  'factors_reset',
  'identity_linked',
  'identity_unlinked',
  'api_token_made',
  'api_token_revoked',
] as const;

export type SecurityEvent = {
  uid: number;
  kind: (typeof SECURITY_EVENTS)[number];
  session_id: string | null;
  created_at: Date;
};

export async function insertSecurityEvent(trx: Trx, event: SecurityEvent): Promise<void> {
  await trx.insertInto('security_event').values(event).execute();
}
