import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageViewOf, sendPage } from '../../platform/http/page.ts';
import type { Refusal } from '../../refusals.ts';
import { prepareForm } from '../transport.ts';
import { RestorePage } from '../views/restore.tsx';

/** D15: after the right password of a deleted account, or a sign-in through a provider. */
export function sendRestore(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  next: string,
): string {
  const { restore_token, restorable_until } = refusal.members;
  prepareForm(request, reply);
  const page = (
    <RestorePage
      visit={{ ...pageViewOf(request), here: '/restore' }}
      token={String(restore_token)}
      until={String(restorable_until)}
      next={next}
    />
  );
  return sendPage(reply, page, refusal.status);
}
