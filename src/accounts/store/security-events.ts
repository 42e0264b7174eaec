import type { Trx } from '../../platform/db/database.ts';

export type SecurityEvent = {
  uid: number;
  kind: 'session_reused' | 'password_changed' | 'account_deleted' | 'account_restored';
  session_id: string | null;
  created_at: Date;
};

export async function insertSecurityEvent(trx: Trx, event: SecurityEvent): Promise<void> {
  await trx.insertInto('security_event').values(event).execute();
}
