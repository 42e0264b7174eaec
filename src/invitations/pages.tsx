import type { FastifyReply, FastifyRequest } from 'fastify';
import { canSendMail } from '../mail/actions/enqueue-mail.ts';
import type { App } from '../platform/http/app-types.ts';
import { redirectToLogIn, renderRefusedForms } from '../platform/http/forms.ts';
import { asPage, pageViewOf, paramOf, queryOf, sendPage } from '../platform/http/page.ts';
import { CursorQuery } from '../platform/http/pagination.ts';
import { takeShown } from '../platform/http/shown-once.ts';
import { Refusal } from '../refusals.ts';
import { canInvite, listOwnInvitations } from './actions/manage-invitations.ts';
import { setInvitation } from './link-cookie.ts';
import { isToken, pathOf } from './rules.ts';
import {
  FIELDS,
  INVITATIONS_PATH,
  type InvitationProblem,
  InvitationsPage,
} from './views/invitations-page.tsx';

/** Decision 0059: the link that somebody opens, and where it is made. */
export function invitationPages(app: App): void {
  app.get(
    pathOf(':token'),
    { config: { access: 'optional', admission: 'priority' } },
    async (request, reply) => {
      const token = paramOf(request, 'token');
      if (!isToken(token)) throw new Refusal('not_found');
      setInvitation(reply, token);
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      return reply.redirect('/register', 303);
    },
  );

  app.get(INVITATIONS_PATH, asPage('member', CursorQuery), async (request, reply) =>
    sendInvitations(request, reply),
  );
  renderRefusedForms(app, 'createInvitation', async (request, reply, refusal) => {
    if (refusal.code === 'unauthenticated') return redirectToLogIn(reply, INVITATIONS_PATH);
    return sendInvitations(request, reply, refusal);
  });
}

async function sendInvitations(request: FastifyRequest, reply: FastifyReply, refusal?: Refusal) {
  const { ctx, member } = request;
  const { cursor } = queryOf(CursorQuery, request);
  const made = takeShown(request, reply, 'invitation');
  const [list, isAllowed] = await Promise.all([
    listOwnInvitations(ctx, member, cursor ? { cursor } : {}),
    canInvite(ctx, member),
  ]);
  const page = sendPage(
    reply,
    <InvitationsPage
      visit={{ ...pageViewOf(request), here: INVITATIONS_PATH }}
      page={list}
      made={made}
      canInvite={isAllowed}
      sendsMail={canSendMail(ctx.config)}
      problem={refusal && problemOf(request, refusal)}
    />,
    refusal?.status,
  );
  if (made) reply.header('cache-control', 'no-store');
  return page;
}

function problemOf(request: FastifyRequest, refusal: Refusal): InvitationProblem {
  const { code, members } = refusal;
  const named = new Set(refusal.fields.map(({ pointer }) => pointer.slice(1)));
  const fields = FIELDS.filter((name) => named.has(name));
  return { code, members, typed: request.typed ?? {}, fields };
}
