import type { FastifyReply, FastifyRequest } from 'fastify';
import { findCompletion } from '../../identities/actions/complete-sign-in.ts';
import { providersOf } from '../../identities/providers/all.ts';
import { CompletePage } from '../../identities/views/complete-page.tsx';
import { LoggedOutPage, ProblemPage } from '../../identities/views/sign-in-pages.tsx';
import { describeJoining } from '../../invitations/actions/use-invitation.ts';
import { readInvitation } from '../../invitations/link-cookie.ts';
import type { App } from '../../platform/http/app-types.ts';
import { redirectToLogIn, renderRefusedForms } from '../../platform/http/forms.ts';
import { asPage, pageViewOf, sendPage } from '../../platform/http/page.ts';
import type { Refusal } from '../../refusals.ts';
import { clearVia, readBrowser, readVia } from '../sign-in-cookies.ts';
import { prepareForm } from '../transport.ts';
import { explainJoining } from './explain-refusal.ts';

/** A page must not wait for a provider that is down. */
const LOG_OUT_URL_MS = 1_000;

/** D65: what happens after the provider, and after the log-out. */
export function completingPages(app: App): void {
  app.get('/auth/complete', asPage('optional'), async (request, reply) =>
    sendCompletePage(request, reply),
  );
  renderRefusedForms(app, 'completeSignIn', async (request, reply, refusal) =>
    sendCompletePage(request, reply, refusal),
  );
  renderRefusedForms(app, 'connectIdentity', async (request, reply, refusal) =>
    sendCompletePage(request, reply, refusal),
  );

  app.get('/auth/logged-out', asPage('optional'), async (request, reply) => {
    if (request.viewer) return reply.redirect('/', 303);
    const provider = providersOf(request.server.ctx.config).get(readVia(request)?.provider ?? '');
    const url = provider && (await soon(provider.logOutUrl(`${request.ctx.config.BASE_URL}/`)));
    clearVia(reply);
    const visit = { ...pageViewOf(request), here: '/' };
    const there = provider && url ? { name: provider.name, url: url.href } : undefined;
    return sendPage(reply, <LoggedOutPage visit={visit} there={there} />);
  });
}

async function sendCompletePage(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal?: Refusal,
): Promise<string> {
  if (refusal?.code === 'unauthenticated') return redirectToLogIn(reply, '/auth/complete');
  const completion = await findCompletion(request.ctx, readBrowser(request));
  const visit = { ...pageViewOf(request), here: '/auth/complete' };
  if (!completion)
    return sendPage(reply, <ProblemPage visit={visit} name="" reason="expired" />, 403);
  if (!request.viewer) prepareForm(request, reply);
  const { t } = visit;
  const texts = { email: t('joining.email_invalid'), taken: t('identities.email_taken') };
  const page = (
    <CompletePage
      visit={{ ...visit, csrfToken: request.csrfToken }}
      completion={completion}
      typed={request.typed?.['email']}
      joining={await describeJoining(request.ctx, readInvitation(request))}
      invitation={request.typed?.['invitation']}
      refused={refusal && explainJoining(visit, reply, refusal, texts)}
    />
  );
  return sendPage(reply, page, refusal?.status ?? 200);
}

/** Undefined if it takes long or fails. */
function soon<T>(work: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, LOG_OUT_URL_MS, undefined).unref();
  });
  return Promise.race([work.catch(() => undefined), late]);
}
