import { type App, operations } from '../../platform/http/app-types.ts';
import { PageOf } from '../../platform/http/pagination.ts';
import { showOnNextPage } from '../../platform/http/shown-once.ts';
import { IdParams, NoBody, NoContent } from '../../platform/http/validation.ts';
import * as actions from '../../webhooks/actions/manage-webhooks.ts';
import * as schema from '../../webhooks/schema.ts';

const { asOwner } = operations('administration');

/** D70: other programs of the owner hear of what happens on the site. */
export function adminWebhookRoutes(app: App): void {
  app.get(
    '/api/admin/webhooks',
    asOwner({
      operationId: 'listWebhooks',
      summary: 'The webhooks',
      response: { 200: schema.Webhooks },
    }),
    ({ ctx }) => actions.listWebhooks(ctx),
  );

  app.post(
    '/api/admin/webhooks',
    asOwner({
      operationId: 'createWebhook',
      summary: 'A new webhook; its secret is shown this once',
      body: schema.NewWebhook,
      response: { 201: schema.MadeWebhook },
    }),
    async (request, reply) => {
      const made = await actions.createWebhook(request.ctx, request.member, request.body);
      showOnNextPage(request, reply, 'webhook', made.secret);
      reply.header('cache-control', 'no-store');
      return made;
    },
  );

  app.put(
    '/api/admin/webhooks/:id',
    asOwner({
      operationId: 'changeWebhook',
      summary: 'Changes the address and the events, or turns it off or on',
      description: 'What waits for a webhook that is turned off is given up.',
      params: IdParams,
      body: schema.WebhookChange,
      response: { 200: schema.Webhook },
    }),
    ({ ctx, member, params, body }) => actions.changeWebhook(ctx, member, params.id, body),
  );

  app.delete(
    '/api/admin/webhooks/:id',
    asOwner({
      operationId: 'removeWebhook',
      summary: 'Removes a webhook and its log',
      params: IdParams,
      response: NoContent,
    }),
    ({ ctx, member, params }) => actions.removeWebhook(ctx, member, params.id),
  );

  app.post(
    '/api/admin/webhooks/:id/secret',
    asOwner({
      operationId: 'rotateWebhookSecret',
      summary: 'A new secret, shown this once',
      description: 'For a day, deliveries carry a signature of the old one too.',
      params: IdParams,
      body: NoBody,
      response: { 200: schema.MadeWebhook },
    }),
    async (request, reply) => {
      const made = await actions.rotateSecret(request.ctx, request.member, request.params.id);
      showOnNextPage(request, reply, 'webhook', made.secret);
      reply.header('cache-control', 'no-store');
      return made;
    },
  );

  app.post(
    '/api/admin/webhooks/:id/test',
    asOwner({
      operationId: 'testWebhook',
      summary: 'Sends a test event; the log has the result',
      params: IdParams,
      body: NoBody,
      response: { 202: schema.Delivery },
    }),
    ({ ctx, params }) => actions.sendTest(ctx, params.id),
  );

  app.get(
    '/api/admin/webhooks/:id/deliveries',
    asOwner({
      operationId: 'listWebhookDeliveries',
      summary: 'The deliveries of the last 30 days, newest first',
      params: IdParams,
      querystring: schema.DeliveryQuery,
      response: { 200: PageOf(schema.Delivery) },
    }),
    ({ ctx, params, query }) => actions.listDeliveries(ctx, params.id, query),
  );

  app.post(
    '/api/admin/webhooks/:id/deliveries/:delivery_id/repeat',
    asOwner({
      operationId: 'repeatWebhookDelivery',
      summary: 'Sends a finished delivery again, with the same id',
      params: schema.DeliveryParams,
      body: NoBody,
      response: { 202: schema.Delivery },
    }),
    ({ ctx, params }) => actions.redeliver(ctx, params.id, params.delivery_id),
  );
}
