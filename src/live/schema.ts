import { Type } from 'typebox';
import { Closed } from '../platform/http/validation.ts';
import { TOPICS_PATTERN } from './rules.ts';

export const EventsQuery = Closed({
  topics: Type.Optional(
    Type.String({
      maxLength: 600,
      pattern: TOPICS_PATTERN,
      description:
        'What to report besides unread notifications and own posts, separated by commas: `newest` and `following` (new posts of these lists), `post:12` (new comments of the post), `queue` (staff: what waits).',
      examples: ['newest,post:12'],
    }),
  ),
  since: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'Milliseconds since 1970: new posts and comments from then on are reported at once. The `Last-Event-ID` of a reconnection is later and wins.',
    }),
  ),
});

/** The events themselves are described in docs/api.md: a schema cannot describe a stream. */
export const Events = {
  description:
    'The events, for as long as the client stays; with an `Accept` that does not name `text/event-stream`, only the present ones.',
  content: { 'text/event-stream': { schema: { type: 'string' } } },
};
