import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readLoginEmail } from '../../account-mail/link-cookies.ts';
import { providersOf } from '../../identities/providers/all.ts';
import { ProviderButtons } from '../../identities/views/provider-buttons.tsx';
import { describeJoining } from '../../invitations/actions/use-invitation.ts';
import { readInvitation } from '../../invitations/link-cookie.ts';
import { canSendMail } from '../../mail/actions/enqueue-mail.ts';
import type { App } from '../../platform/http/app-types.ts';
import { renderRefusalsOf, renderRefusedForms } from '../../platform/http/forms.ts';
import {
  asPage,
  localPath,
  type PageView,
  pageViewOf,
  queryOf,
  sendPage,
} from '../../platform/http/page.ts';
import { Closed } from '../../platform/http/validation.ts';
import type { Refusal } from '../../refusals.ts';
import { getSiteContact } from '../../site-settings/actions.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../rules.ts';
import { prepareForm } from '../transport.ts';
import { addressOf, type JoinMode } from '../views/how-to-join.tsx';
import { JoinPage } from '../views/joining.tsx';
import { HowToRestorePage } from '../views/restore.tsx';
import { explainJoining } from './explain-refusal.ts';
import { sendRestore } from './send-restore.tsx';

const JoinQuery = Closed({ next: Type.Optional(Type.String({ maxLength: 2048 })) });
const open: { config: FastifyContextConfig } = {
  config: { access: 'optional', query: JoinQuery, admission: 'priority' },
};

/** Logging in, signing up, coming back. */
export function joiningPages(app: App): void {
  app.get('/login', open, (request, reply) => sendJoinPage(request, reply, 'log_in'));
  app.get('/register', open, (request, reply) => sendJoinPage(request, reply, 'register'));

  app.get('/restore', asPage('optional'), async (request, reply) =>
    sendPage(reply, <HowToRestorePage visit={pageViewOf(request)} />),
  );

  // Where password managers look (W3C, A Well-Known URL for Changing Passwords).
  app.get('/.well-known/change-password', asPage('public'), async (_, reply) =>
    reply.redirect('/settings?tab=security', 302),
  );

  // After a password, a second factor or a passkey.
  renderRefusalsOf(app, 'restore_required', async (request, reply, refusal) =>
    sendRestore(request, reply, refusal, readTypedValues(request).next),
  );
  for (const operation of ['logIn', 'logInByPasskey'])
    renderRefusedForms(app, operation, async (request, reply, refusal) =>
      sendRefusedPage(request, reply, 'log_in', refusal),
    );
  renderRefusedForms(app, 'register', async (request, reply, refusal) =>
    sendRefusedPage(request, reply, 'register', refusal),
  );
  // The restore token is used or expired; logging in again issues another one.
  renderRefusedForms(app, 'confirmRestore', async (request, reply, refusal) =>
    sendRefusedPage(request, reply, 'log_in', refusal),
  );
}

/** Of the owner, who decides who joins. D63: without mail, they help whoever forgot the password. Undefined: a mail helps. */
async function contactOf({ ctx }: FastifyRequest, mode: JoinMode): Promise<string | undefined> {
  if (mode === 'register') return getSiteContact(ctx);
  return canSendMail(ctx.config) ? undefined : getSiteContact(ctx);
}

async function sendJoinPage(request: FastifyRequest, reply: FastifyReply, mode: JoinMode) {
  const { next: target } = queryOf(JoinQuery, request);
  const next = localPath(request.server.ctx.config.BASE_URL, target);
  if (request.viewer) return reply.redirect(next, 303);
  prepareForm(request, reply);
  // The validated target, so that links of the page do not repeat an unchecked parameter.
  const visit = { ...pageViewOf(request), here: addressOf(mode, next) };
  const email = mode === 'log_in' ? readLoginEmail(request) : '';
  const contact = await contactOf(request, mode);
  const others = otherWays(request, visit, next);
  const joining = await describeJoining(request.ctx, readInvitation(request));
  const props = { visit, mode, next, email, contact, others, joining };
  return sendPage(reply, <JoinPage {...props} />);
}

export async function sendRefusedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  mode: JoinMode,
  refusal: Refusal,
): Promise<string> {
  const { email, next, invitation } = readTypedValues(request);
  prepareForm(request, reply);
  const visit = { ...pageViewOf(request), here: addressOf(mode, next) };
  const refused = explainJoining(visit, reply, refusal, textsOf(visit, mode));
  const contact = await contactOf(request, mode);
  const others = otherWays(request, visit, next);
  const joining = await describeJoining(request.ctx, readInvitation(request));
  const props = { visit, mode, next, email, refused, contact, others, joining, invitation };
  return sendPage(reply, <JoinPage {...props} />, refusal.status);
}

/** D65: no provider is asked for this. */
function otherWays(request: FastifyRequest, visit: PageView, next: string) {
  const providers = [...providersOf(request.server.ctx.config).values()];
  return <ProviderButtons visit={visit} providers={providers} purpose="log_in" next={next} />;
}

/** The typed values for the next try, without the password. A forged form is refused before it is read. */
function readTypedValues(request: FastifyRequest) {
  const body = (request.typed ?? request.body ?? {}) as Record<string, unknown>;
  const next = request.typed ? request.next : body['next'];
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    email: text(body['email']),
    invitation: text(body['invitation']),
    next: localPath(request.server.ctx.config.BASE_URL, text(next)),
  };
}

function textsOf({ t }: PageView, mode: JoinMode) {
  return {
    email: t('joining.email_invalid'),
    password:
      mode === 'register'
        ? t('joining.password_length', { min: PASSWORD_MIN, max: PASSWORD_MAX })
        : t('joining.password_missing'),
    taken: t('joining.email_taken'),
  };
}
