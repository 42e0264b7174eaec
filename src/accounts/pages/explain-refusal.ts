import type { FastifyReply } from 'fastify';
import { isInvitationRefusal } from '../../invitations/rules.ts';
import type { PageView } from '../../platform/http/page.ts';
import type { Refusal, RefusalCode } from '../../refusals.ts';
import type { Refused } from '../views/account-form.tsx';

/** The fields that a refusal may belong to; their names differ by form. */
const FIELDS: Partial<Record<RefusalCode, string[]>> = {
  username_taken: ['username'],
  email_same: ['email'],
  password_too_common: ['new_password', 'password'],
  wrong_password: ['current_password', 'password'],
  mail_code_wrong: ['code'],
};

/** The messages of the schema are for programs; `texts` has one for people for each field of this form. */
export function explainRefusal(
  visit: PageView,
  reply: FastifyReply,
  refusal: Refusal,
  texts: Record<string, string>,
): Refused {
  const { code, members } = refusal;
  const sentence = visit.t(`refusals.${code}`, { ...members });
  const retry_after = Number(members['retry_after']) || undefined;
  reply.code(refusal.status);
  if (retry_after) reply.header('retry-after', retry_after);
  const named = new Set(refusal.fields.map(({ pointer }) => pointer.slice(1)));
  const fields = Object.entries(texts)
    .filter(([field]) => named.has(field) || FIELDS[code]?.includes(field))
    .map(([field, message]) => ({ field, message: FIELDS[code] ? sentence : message }));
  return { sentence, fields, retry_after };
}

/** For a form that creates an account; `taken` is about an address that has one. */
export function explainJoining(
  visit: PageView,
  reply: FastifyReply,
  refusal: Refusal,
  { taken, ...texts }: Record<string, string> & { taken: string },
): Refused {
  const why = explainRefusal(visit, reply, refusal, texts);
  if (isInvitationRefusal(refusal.code))
    return { ...why, fields: [{ field: 'invitation', message: why.sentence }] };
  if (refusal.code !== 'email_taken') return why;
  return { ...why, fields: [{ field: 'email', message: taken }] };
}
