import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { findLinkAddress } from '../../account-mail/actions/describe-link.ts';
import { getEmailSettings } from '../../account-mail/actions/email-settings.ts';
import { readLink, setLink } from '../../account-mail/link-cookies.ts';
import { LINK_PAGES, type LinkPurpose } from '../../account-mail/rules.ts';
import {
  ChangePage,
  CodePage,
  NothingToVerifyPage,
  UndoPage,
  VerifyPage,
} from '../../account-mail/views/confirm-link.tsx';
import { ForgotPage, SentPage } from '../../account-mail/views/forgot.tsx';
import { DeadLinkPage } from '../../account-mail/views/link-card.tsx';
import { ResetPage } from '../../account-mail/views/reset.tsx';
import { canSendMail } from '../../mail/actions/enqueue-mail.ts';
import { isMailToken } from '../../mail/actions/mail-tokens.ts';
import type { App } from '../../platform/http/app-types.ts';
import { renderRefusedForms } from '../../platform/http/forms.ts';
import { asPage, type PageView, pageViewOf, paramOf, sendPage } from '../../platform/http/page.ts';
import { Refusal } from '../../refusals.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../rules.ts';
import { prepareForm } from '../transport.ts';
import { explainRefusal } from './explain-refusal.ts';

const OPERATIONS: Record<string, LinkPurpose> = {
  resetPassword: 'reset_password',
  verifyAddress: 'verify_address',
  confirmAddressChange: 'change_address',
  undoAddressChange: 'undo_change',
};
const open = asPage('optional');

/** A forgotten password, and the pages that the links of mails open. */
export function mailLinkPages(app: App): void {
  app.get('/forgot', open, (request, reply) => sendForgot(request, reply));
  app.get('/forgot/sent', open, async (request, reply) =>
    sendPage(reply, <SentPage visit={pageViewOf(request)} />),
  );
  for (const [purpose, page] of Object.entries(LINK_PAGES) as [LinkPurpose, string][]) {
    app.get(`${page}/:token`, open, async (request, reply) => {
      const token = paramOf(request, 'token');
      if (!isMailToken(token)) throw new Refusal('not_found');
      setLink(reply, token);
      return withoutTraces(reply).redirect(page, 303);
    });
    app.get(page, open, (request, reply) =>
      sendLinkPage(request, reply, purpose, readLink(request)),
    );
  }

  renderRefusedForms(app, 'requestPasswordReset', async (request, reply, refusal) =>
    sendForgot(request, reply, refusal),
  );
  for (const [operation, purpose] of Object.entries(OPERATIONS))
    renderRefusedForms(app, operation, async (request, reply, refusal) =>
      sendLinkPage(request, reply, purpose, request.typed?.['token'], refusal),
    );
}

async function sendForgot(request: FastifyRequest, reply: FastifyReply, refusal?: Refusal) {
  prepareForm(request, reply);
  const visit = { ...pageViewOf(request), here: '/forgot' };
  const texts = { email: visit.t('joining.email_invalid') };
  const page = (
    <ForgotPage
      visit={visit}
      email={request.typed?.['email'] ?? ''}
      mailOn={canSendMail(request.server.ctx.config)}
      refused={refusal && explainRefusal(visit, reply, refusal, texts)}
    />
  );
  return sendPage(reply, page, refusal?.status);
}

/** Also after a refusal: a link that no longer works shows why, and what to do instead. */
async function sendLinkPage(
  request: FastifyRequest,
  reply: FastifyReply,
  purpose: LinkPurpose,
  token: string | undefined,
  refusal?: Refusal,
): Promise<string> {
  prepareForm(request, reply);
  const visit = { ...pageViewOf(request), here: LINK_PAGES[purpose] };
  const email = await findLinkAddress(request.ctx, purpose, token);
  const page =
    token !== undefined && email !== undefined
      ? renderLinkPage(request, reply, visit, { purpose, token, email, refusal })
      : await renderWithoutLink(request, reply, visit, purpose, refusal);
  const document = sendPage(reply, page, refusal?.status);
  withoutTraces(reply);
  return document;
}

type OpenedLink = {
  purpose: LinkPurpose;
  token: string;
  email: string;
  refusal?: Refusal | undefined;
};

function renderLinkPage(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: PageView,
  { purpose, token, email, refusal }: OpenedLink,
): VNode {
  const next = request.viewer ? '/settings?tab=security' : '/login';
  const shown = { visit, token, email, next };
  if (purpose === 'verify_address') return <VerifyPage {...shown} />;
  if (purpose === 'change_address') return <ChangePage {...shown} />;
  if (purpose === 'undo_change') return <UndoPage {...shown} next={LINK_PAGES.reset_password} />;
  const lengths = { min: PASSWORD_MIN, max: PASSWORD_MAX };
  const texts = { new_password: visit.t('settings.password_length', lengths) };
  const refused = refusal && explainRefusal(visit, reply, refusal, texts);
  return <ResetPage visit={visit} token={token} refused={refused} />;
}

/** `/verify` and `/change-address` ask for the code; the others need a link. */
async function renderWithoutLink(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: PageView,
  purpose: LinkPurpose,
  refusal: Refusal | undefined,
): Promise<VNode> {
  const dead = purpose === 'reset_password' ? 'reset' : 'other';
  const asksForCode = purpose === 'verify_address' || purpose === 'change_address';
  if (!asksForCode || readLink(request) || refusal?.code === 'mail_link_invalid')
    return <DeadLinkPage visit={visit} purpose={dead} />;
  const settings = request.viewer && (await getEmailSettings(request.ctx, request.viewer));
  const texts = { code: visit.t('email.code_fault') };
  const refused = refusal && explainRefusal(visit, reply, refusal, texts);
  const verified = settings?.verified_at ? settings.email : null;
  if (purpose === 'verify_address' && settings && !verified)
    return <CodePage visit={visit} purpose={purpose} email={settings.email} refused={refused} />;
  if (purpose === 'change_address' && settings?.pending) {
    const { email } = settings.pending;
    return <CodePage visit={visit} purpose={purpose} email={email} refused={refused} />;
  }
  if (purpose === 'change_address') return <DeadLinkPage visit={visit} purpose={dead} />;
  return <NothingToVerifyPage visit={visit} email={verified} />;
}

/** No cache stores the page with its token, and no page that it links to learns its address. */
function withoutTraces(reply: FastifyReply): FastifyReply {
  return reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store');
}
