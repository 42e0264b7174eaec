import { type Static, Type } from 'typebox';
import { PageQuery } from '../platform/http/pagination.ts';
import { Closed, Id, Named } from '../platform/http/validation.ts';
import { TextLanguage } from '../platform/language/schema.ts';
import { UserCard } from '../users/schema.ts';
import {
  CATEGORIES,
  EXCERPT_MAX,
  GROUPS,
  KINDS,
  NAMED_MAX,
  NEW_POSTS_MAX,
  UNREAD_MAX,
} from './rules.ts';

const category = Type.Optional(
  Type.Enum([...CATEGORIES], {
    default: 'all',
    description:
      '`comment` has comments and replies, `like` has likes and energy, `follow` has followers and new posts of followed authors and tags; `all` has everything.',
  }),
);

export const NotificationParams = Closed({ id: Id });
export const NotificationQuery = Closed({ ...PageQuery, category });
export type NotificationQuery = Static<typeof NotificationQuery>;
export const ReadAllBody = Type.Union([Closed({ category }), Type.Null()]);

export const Notification = Named('Notification', {
  id: Id,
  kind: Type.Enum([...KINDS]),
  category: Type.Enum([...GROUPS]),
  read: Type.Boolean(),
  created_at: Type.String({ format: 'date-time' }),
  available: Type.Boolean({
    description:
      'False if its subject is deleted or hidden: then it shows nothing of it, and can still be marked read.',
  }),
  related_id: Type.Union([Id, Type.Null()], {
    description: 'The post that a comment, a reply, a mention, a like or a review is about.',
  }),
  actor: Type.Union([UserCard, Type.Null()], { description: 'Who caused it.' }),
  post: Type.Union([
    Type.Object({ id: Id, title: Type.String(), lang: TextLanguage }),
    Type.Null(),
  ]),
  comment_id: Type.Union([Id, Type.Null()]),
  excerpt: Type.Union([Type.String(), Type.Null()], {
    description: `The beginning of the comment, at most ${EXCERPT_MAX} characters.`,
  }),
  excerpt_lang: TextLanguage,
  text: Type.Union([Type.String(), Type.Null()], {
    description: 'The text of a system notification, in the language of the caller.',
  }),
  like: Type.Union(
    [
      Type.Object({
        count: Type.Integer(),
        people: Type.Array(UserCard, {
          description: `The latest, at most ${NAMED_MAX}; the caller is never among them.`,
        }),
      }),
      Type.Null(),
    ],
    {
      description:
        'One entry for all who liked the post on one day; with `comment_id`, the comment of the caller.',
    },
  ),
  energy: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: 'The energy that the post received on one day.',
  }),
  new_posts: Type.Union(
    [
      Type.Object({
        count: Type.Integer({ minimum: 1, maximum: NEW_POSTS_MAX }),
        tag: Type.Union([Type.Object({ name: Type.String(), slug: Type.String() }), Type.Null()]),
      }),
      Type.Null(),
    ],
    {
      description:
        'How many posts `actor`, whom the caller follows, or others with the followed `tag` published on one day; `post` is the newest.',
    },
  ),
  day: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
    description: 'The calendar day of an entry that collects one day.',
  }),
});
export type Notification = Static<typeof Notification>;

const count = Type.Integer({ minimum: 0, maximum: UNREAD_MAX });
export const UnreadCounts = Named(
  'UnreadCounts',
  { total: count, system: count, mention: count, like: count, follow: count, comment: count },
  { description: `Each counted up to ${UNREAD_MAX}: show it as 99+.` },
);

const on = Type.Boolean();
export const NotifyPrefs = Named('NotifyPrefs', {
  comment: on,
  reply: on,
  like: on,
  follow: on,
  energy: on,
  author_posts: on,
  tag_posts: on,
});

const changed = Type.Optional(on);
export const NotifyPrefsBody = Closed(
  {
    comment: changed,
    reply: changed,
    like: changed,
    follow: changed,
    energy: changed,
    author_posts: changed,
    tag_posts: changed,
  },
  {
    minProperties: 1,
    description: 'One switch or more; the others stay.',
    examples: [{ like: false }],
  },
);
