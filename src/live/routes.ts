import type { FastifyRequest } from 'fastify';
import { onClose } from '../platform/http/admission/on-close.ts';
import { type App, accessOf, operations } from '../platform/http/app-types.ts';
import { acceptsStream, EVENT_STREAM, formatEvent } from '../platform/http/event-streams.ts';
import type { Bus } from '../platform/live/bus.ts';
import { createLive } from './actions/live.ts';
import { readNews } from './actions/news.ts';
import { readSince, readTopics } from './rules.ts';
import { Events, EventsQuery } from './schema.ts';

const { optionsWith } = operations('messages');
/** No HEAD route: it would open a stream without events. Exempt from the queue: few statements, however long it lasts. */
const asStream = optionsWith({
  config: { ...accessOf('member', [], 'exempt'), stream: true },
  exposeHeadRoute: false,
});

export function liveRoutes(app: App, bus: Bus): void {
  const live = createLive(app.ctx, bus);
  app.addHook('onClose', async () => live.close());

  app.get(
    '/api/events',
    asStream({
      operationId: 'streamEvents',
      summary: 'What is new for the caller, as it happens',
      description:
        'Server-sent events with ids and counts: `unread`, `posts`, `comments`, `own_post` and `queue`.',
      querystring: EventsQuery,
      response: { 200: Events },
    }),
    async (request, reply) => {
      const { ctx, member, query } = request;
      const topics = readTopics(query.topics);
      const since = readSince(ctx.now(), {
        since: query.since,
        last_event_id: lastEventIdOf(request),
      });
      if (!acceptsStream(request)) {
        const id = String(ctx.now().getTime());
        const news = await readNews(ctx, member, topics, since);
        reply.type(EVENT_STREAM).serializer(String);
        return news.map((one) => formatEvent({ ...one, id })).join('');
      }
      live.assertRoom(member);
      const stream = app.eventStreams.open(request, reply);
      onClose(reply, live.join(member, stream, topics, since));
      return reply;
    },
  );
}

function lastEventIdOf({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id'];
  return typeof id === 'string' ? id : undefined;
}
