import type { FastifyRequest } from 'fastify';
import { Value } from 'typebox/value';
import { pageViewOf } from '../../platform/http/page.ts';
import { formatNumber } from '../../ui/numbers.ts';
import { AdjustBody, AMOUNT_MAX, MEMBERS_MAX } from '../schema/energy.ts';
import type { AdjustProblem, AdjustValues } from '../views/energy-preview.tsx';

/** Accepts lists pasted from tables, mails and chats. */
const BETWEEN = /[\s,;，；、]+/;
const UID = /^[1-9]\d{0,14}$/;
/** How many of the invalid values the message lists. */
const NAMED = 5;
const REASON_MAX = 500;

type Input = { uids: number[]; amount: number; reason: string };

/** The typed values as input of the operation, or the messages about them. */
export function readAdjustment(
  request: FastifyRequest,
  values: AdjustValues,
): { problems: AdjustProblem[]; input?: Input } {
  const { t, locale } = pageViewOf(request);
  const { uids: Uids, amount: Amount, reason: Reason } = AdjustBody.properties;
  const parts = values.uids.split(BETWEEN).filter(Boolean);
  const strange = parts.filter((part) => !UID.test(part));
  const uids = [...new Set(parts)].map(Number);
  const amount = Number(values.amount);

  const problems: AdjustProblem[] = [];
  if (strange.length > 0) {
    const named = strange.slice(0, NAMED).join('、');
    problems.push({ field: 'uids', message: t('admin.energy.not_uids', { uids: named }) });
  } else if (!Value.Check(Uids, uids)) {
    const max = formatNumber(MEMBERS_MAX, locale);
    problems.push({ field: 'uids', message: t('admin.energy.wrong_uids', { max }) });
  }
  if (values.amount === '' || !Value.Check(Amount, amount)) {
    const max = formatNumber(AMOUNT_MAX, locale);
    problems.push({ field: 'amount', message: t('admin.energy.wrong_amount', { max }) });
  }
  if (!Value.Check(Reason, values.reason)) {
    const message = t('admin.energy.wrong_reason', { max: REASON_MAX });
    problems.push({ field: 'reason', message });
  }
  if (problems.length > 0) return { problems };
  return { problems, input: { uids, amount, reason: values.reason } };
}
