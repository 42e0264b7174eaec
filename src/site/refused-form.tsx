import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageViewOf, sendPage } from '../platform/http/page.ts';
import type { Refusal } from '../refusals.ts';
import { RefusedForm } from '../ui/refused-form.tsx';

/** For forms whose page does not show them again: the reason of the refusal and the input. */
export async function showRefusedForm(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): Promise<string> {
  const retryAfter = refusal.members['retry_after'];
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
  const page = (
    <RefusedForm
      visit={{ ...pageViewOf(request), here: '/' }}
      refusal={refusal}
      action={request.url}
      next={request.next}
      typed={request.typed ?? {}}
    />
  );
  return sendPage(reply, page, refusal.status);
}
