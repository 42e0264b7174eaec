import { type Static, Type } from 'typebox';
import { PageOf, PageQuery } from '../platform/http/pagination.ts';
import { Closed, DateTime, Id, Named, Nullable } from '../platform/http/validation.ts';
import { TextLanguage } from '../platform/language/schema.ts';
import { UserCard } from '../users/schema.ts';
import {
  BODY_MAX,
  COMMENT_ORDERS,
  EDIT_MINUTES,
  FIRST_REPLIES,
  HOLD_CAUSES,
  MENTIONS_MAX,
  PAGE_ORDER,
  REVISION_DAYS,
} from './rules.ts';

/** White space around the text is trimmed before counting; this bounds what is sent. */
const SENT_MAX = 2 * BODY_MAX;
const URL_MAX = 300;

export const ThreadParams = Closed({ id: Id, root_id: Id });

export const RootsQuery = Closed({
  ...PageQuery,
  order: Type.Optional(
    Type.Enum([...COMMENT_ORDERS], {
      default: 'newest',
      description: '`hottest`: by likes and replies, the oldest of equals first.',
    }),
  ),
  around: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER - 1,
      description:
        'A comment of this post: the page begins with its root. A cursor takes precedence.',
    }),
  ),
});

/** Query parameters of a post's page that select its comments. */
export const DiscussionQuery = Closed({
  /** Cursor of a page of roots. */
  comments: PageQuery.cursor,
  order: Type.Optional(Type.Enum([...COMMENT_ORDERS], { default: PAGE_ORDER })),
  /** A comment to begin with and to mark, e.g. from a notification. */
  comment: Type.Optional(Id),
  /** A root to show with all its replies. */
  thread: Type.Optional(Id),
  /** Cursor of a page of that root's replies. */
  replies: PageQuery.cursor,
  /** A comment to reply to; opens its composer without scripts. */
  reply: Type.Optional(Id),
  /** An own comment to edit, likewise. */
  edit: Type.Optional(Id),
});
export type DiscussionPosition = Static<typeof DiscussionQuery>;

export const CommentBody = Closed({
  body: Type.String({
    minLength: 1,
    maxLength: SENT_MAX,
    pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*$',
    description: `Plain text, 1 to ${BODY_MAX} characters; \`@name\` mentions a user.`,
    examples: ['写得真好。'],
  }),
  image_url: Type.Optional(
    Nullable(Type.String({ maxLength: URL_MAX, pattern: '^/uploads/comment/[a-z0-9/._-]+$' }), {
      description: 'An own upload for comments.',
    }),
  ),
  mention_uids: Type.Optional(
    Type.Array(Id, {
      maxItems: MENTIONS_MAX,
      description: 'Users to mention whom the text does not name.',
    }),
  ),
});
export type CommentDraft = Static<typeof CommentBody>;

export const EditBody = Closed(
  {
    ...CommentBody.properties,
    image_url: Type.Optional(
      Type.Union(CommentBody.properties.image_url.anyOf, {
        description:
          'An own upload for comments; null removes the image, without it the image stays.',
      }),
    ),
  },
  {
    description: `Replaces the text within ${EDIT_MINUTES} minutes after the comment was written.`,
  },
);

export const CommentLike = Named('CommentLike', {
  liked: Type.Boolean(),
  like_count: Type.Integer(),
});
export type CommentLike = Static<typeof CommentLike>;

const fields = {
  id: Id,
  post_id: Id,
  root_id: Nullable(Id, { description: 'Null for a root comment.' }),
  reply_to: Nullable(Type.Object({ id: Id, user: UserCard }), {
    description:
      'The comment it replies to; null for a root, and after the author of that comment is deleted.',
  }),
  author: UserCard,
  body: Type.String(),
  lang: TextLanguage,
  image: Nullable(
    Type.Object({ id: Id, url: Type.String(), width: Type.Integer(), height: Type.Integer() }),
  ),
  mentions: Type.Array(
    Type.Object({
      uid: Id,
      label: Type.String({
        description: 'The name as written in the text; the user may have another name now.',
      }),
    }),
  ),
  reply_count: Type.Integer(),
  like_count: Type.Integer(),
  liked: Type.Boolean({ description: 'By the caller.' }),
  pinned: Type.Boolean({ description: 'The author of the post put it first.' }),
  created_at: DateTime,
  edited_at: Nullable(DateTime, {
    description: 'When its author last changed the text.',
  }),
  held: Type.Optional(
    Type.Enum([...HOLD_CAUSES], {
      description: 'Only its author and the staff see it until the staff decides; and why.',
    }),
  ),
};

export const Comment = Named('Comment', fields);
export type Comment = Static<typeof Comment>;

export const RootComment = Named('RootComment', {
  ...fields,
  replies: Type.Array(Comment, { description: `The first ${FIRST_REPLIES}, oldest first.` }),
});
export type RootComment = Static<typeof RootComment>;

export const StaffComment = Named('StaffComment', {
  ...fields,
  revisions: Type.Array(Type.Object({ body: Type.String(), written_at: DateTime }), {
    description: `Texts that edits of the last ${REVISION_DAYS} days replaced, oldest first.`,
  }),
});
export type StaffComment = Static<typeof StaffComment>;

export const RootsPage = Named('RootsPage', {
  ...PageOf(RootComment).properties,
  pinned: Nullable(RootComment, {
    description: 'On the first page the pinned comment, which the list contains too; else null.',
  }),
});
export type RootsPage = Static<typeof RootsPage>;
