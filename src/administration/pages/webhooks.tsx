import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/app-types.ts';
import { renderRefusedForms } from '../../platform/http/forms.ts';
import { idOf, queryOf, sendPage } from '../../platform/http/page.ts';
import { CursorQuery } from '../../platform/http/pagination.ts';
import { takeShown } from '../../platform/http/shown-once.ts';
import type { Refusal } from '../../refusals.ts';
import {
  getWebhook,
  listDeliveries,
  listWebhooks,
} from '../../webhooks/actions/manage-webhooks.ts';
import { WebhookPage } from '../views/webhook.tsx';
import type { WebhookProblem } from '../views/webhook-form.tsx';
import { WEBHOOKS_PATH, WebhooksPage } from '../views/webhooks.tsx';
import { adminPageOf, asStaff, omitUndefined, ROWS } from './admin-page.ts';

/** D70: `/admin/webhooks`, and one page for each with its log. */
export function adminWebhookPages(app: App): void {
  app.get(WEBHOOKS_PATH, asStaff('owner'), async (request, reply) => sendList(request, reply));
  app.get(`${WEBHOOKS_PATH}/:id`, asStaff('owner', CursorQuery), async (request, reply) =>
    sendOne(request, reply, idOf(request)),
  );

  renderRefusedForms(app, 'createWebhook', async (request, reply, refusal) =>
    sendList(request, reply, problemOf(request, refusal)),
  );
  renderRefusedForms(app, 'changeWebhook', async (request, reply, refusal) =>
    sendOne(request, reply, idOf(request), problemOf(request, refusal)),
  );
}

async function sendList(request: FastifyRequest, reply: FastifyReply, problem?: WebhookProblem) {
  const secret = takeShown(request, reply, 'webhook');
  const [admin, { items }] = await Promise.all([adminPageOf(request), listWebhooks(request.ctx)]);
  const visit = { ...admin.visit, here: WEBHOOKS_PATH };
  const page = sendPage(
    reply,
    <WebhooksPage admin={{ ...admin, visit }} webhooks={items} secret={secret} problem={problem} />,
    problem?.status,
  );
  if (secret) reply.header('cache-control', 'no-store');
  return page;
}

async function sendOne(
  request: FastifyRequest,
  reply: FastifyReply,
  id: number,
  problem?: WebhookProblem,
) {
  const { cursor } = queryOf(CursorQuery, request);
  const secret = takeShown(request, reply, 'webhook');
  const [admin, webhook, log] = await Promise.all([
    adminPageOf(request),
    getWebhook(request.ctx, id),
    listDeliveries(request.ctx, id, { limit: ROWS, ...omitUndefined({ cursor }) }),
  ]);
  const visit = { ...admin.visit, here: `${WEBHOOKS_PATH}/${id}` };
  const props = { admin: { ...admin, visit }, webhook, log, secret, problem };
  const page = sendPage(reply, <WebhookPage {...props} />, problem?.status);
  if (secret) reply.header('cache-control', 'no-store');
  return page;
}

function problemOf(request: FastifyRequest, refusal: Refusal): WebhookProblem {
  const { code, status, members } = refusal;
  const typed = request.typed ?? {};
  const isUrl = refusal.fields.some(({ pointer }) => pointer === '/url');
  const field = isUrl ? 'url' : typed['events'] === undefined ? 'events' : undefined;
  return { code, status, members, typed, field: code === 'invalid_input' ? field : undefined };
}
