import { type Static, Type } from 'typebox';
import { PageQuery } from '../platform/http/pagination.ts';
import { Closed, DateTime, Id, Named, Nullable } from '../platform/http/validation.ts';
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

export const NotificationQuery = Closed({ ...PageQuery, category });
export type NotificationQuery = Static<typeof NotificationQuery>;
export const ReadAllBody = Nullable(Closed({ category }));

export const Notification = Named('Notification', {
  id: Id,
  kind: Type.Enum([...KINDS]),
  category: Type.Enum([...GROUPS]),
  read: Type.Boolean(),
  created_at: DateTime,
  available: Type.Boolean({
    description:
      'False if its subject is deleted or hidden: then it shows nothing of it, and can still be marked read.',
  }),
  related_id: Nullable(Id, {
    description: 'The post that a comment, a reply, a mention, a like or a review is about.',
  }),
  actor: Nullable(UserCard, { description: 'Who caused it.' }),
  post: Nullable(Type.Object({ id: Id, title: Type.String(), lang: TextLanguage })),
  comment_id: Nullable(Id),
  excerpt: Nullable(Type.String(), {
    description: `The beginning of the comment, at most ${EXCERPT_MAX} characters.`,
  }),
  excerpt_lang: TextLanguage,
  text: Nullable(Type.String(), {
    description: 'The text of a system notification, in the language of the caller.',
  }),
  like: Nullable(
    Type.Object({
      count: Type.Integer(),
      people: Type.Array(UserCard, {
        description: `The latest, at most ${NAMED_MAX}; the caller is never among them.`,
      }),
    }),
    {
      description:
        'One entry for all who liked the post on one day; with `comment_id`, the comment of the caller.',
    },
  ),
  energy: Nullable(Type.Integer({ minimum: 1 }), {
    description: 'The energy that the post received on one day.',
  }),
  new_posts: Nullable(
    Type.Object({
      count: Type.Integer({ minimum: 1, maximum: NEW_POSTS_MAX }),
      tag: Nullable(Type.Object({ name: Type.String(), slug: Type.String() })),
    }),
    {
      description:
        'How many posts `actor`, whom the caller follows, or others with the followed `tag` published on one day; `post` is the newest.',
    },
  ),
  day: Nullable(Type.String({ format: 'date' }), {
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
