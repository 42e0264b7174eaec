import type { FastifyRequest } from 'fastify';
import type { App } from '../platform/http/app-types.ts';
import { pageViewOf, sendPage } from '../platform/http/page.ts';
import { limitKey } from '../platform/limits/address.ts';
import { Refusal } from '../refusals.ts';
import { readUnsubscribeToken, unsubscribe } from './actions/unsubscribe.ts';
import { UnsubscribedPage, UnsubscribePage } from './views/unsubscribe.tsx';

type TokenParams = { Params: { token: string } };

const URL = '/mail/unsubscribe/:token';
const oneClick = { config: { access: 'public', oneClick: true } } as const;

/**
 * RFC 8058: programs of mail providers send the POST. Its body, `List-Unsubscribe=One-Click` as a form of either type,
 * adds nothing to the address and is not read. No redirect follows, because such programs do not follow any.
 */
export function digestPages(app: App): void {
  app.get<TokenParams>(URL, oneClick, async (request, reply) => {
    await readToken(request);
    return sendPage(reply, <UnsubscribePage visit={pageViewOf(request)} />);
  });

  app.post<TokenParams>(URL, oneClick, async (request, reply) => {
    const uid = await readToken(request);
    await request.ctx.limits.consume('unsubscribe', `member ${uid}`);
    const ended = await unsubscribe(request.ctx, uid);
    const visit = pageViewOf(request);
    const undo = request.viewer?.uid === uid ? ended : undefined;
    return sendPage(reply, <UnsubscribedPage visit={visit} undo={undo} />);
  });
}

/** Only a wrong link is counted by address: a provider sends the right ones of all its users from a few. */
async function readToken(request: FastifyRequest<TokenParams>): Promise<number> {
  const { ctx, params, ip } = request;
  const uid = readUnsubscribeToken(ctx.secrets, params.token);
  if (uid) return uid;
  await ctx.limits.consume('unsubscribe', limitKey(ip));
  throw new Refusal('not_found');
}
