import { type Static, Type } from 'typebox';
import { PageQuery } from '../platform/http/pagination.ts';
import { Closed, Id } from '../platform/http/validation.ts';
import { UserCard } from '../users/schema.ts';
import { BODY_MAX, FIRST_REPLIES, MENTIONS_MAX } from './rules.ts';

/** White space around the text is not counted, but may not be without end. */
const SENT_MAX = 2 * BODY_MAX;
const URL_MAX = 300;

export const CommentParams = Closed({ id: Id });
export const ThreadParams = Closed({ id: Id, root_id: Id });

export const RootsQuery = Closed({
  ...PageQuery,
  around: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER - 1,
      description:
        'A comment of this post: the page begins with the root it hangs under. A cursor goes before it.',
    }),
  ),
});
export const RepliesQuery = Closed(PageQuery);

/** What the page of a post takes from its address for its comments. */
export const DiscussionQuery = Closed({
  /** The place of a page of roots. */
  comments: PageQuery.cursor,
  /** A comment to begin with and to mark: where a notification or a link leads. */
  comment: Type.Optional(Id),
  /** A root whose replies are all to be seen. */
  thread: Type.Optional(Id),
  /** The place of a page of that root's replies. */
  replies: PageQuery.cursor,
  /** A comment to answer, where no script opens the box. */
  reply: Type.Optional(Id),
});
export type DiscussionPosition = Static<typeof DiscussionQuery>;

export const CommentBody = Closed({
  body: Type.String({
    minLength: 1,
    maxLength: SENT_MAX,
    pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*$',
    description: `Plain text, 1 to ${BODY_MAX} characters; \`@name\` mentions somebody.`,
    examples: ['写得真好。'],
  }),
  image_url: Type.Optional(
    Type.Union(
      [
        Type.String({ maxLength: URL_MAX, pattern: '^/uploads/comment/[a-z0-9/._-]+$' }),
        Type.Null(),
      ],
      { description: 'An own upload for comments.' },
    ),
  ),
  mention_uids: Type.Optional(
    Type.Array(Id, {
      maxItems: MENTIONS_MAX,
      description: 'People the text mentions, where it cannot say so by name.',
    }),
  ),
});
export type CommentDraft = Static<typeof CommentBody>;

const fields = {
  id: Id,
  post_id: Id,
  root_id: Type.Union([Id, Type.Null()], { description: 'Null for a root comment.' }),
  reply_to: Type.Union([Type.Object({ id: Id, user: UserCard }), Type.Null()], {
    description: 'The comment a reply answers; null for a root, and where its author is gone.',
  }),
  author: UserCard,
  body: Type.String(),
  image: Type.Union([
    Type.Object({ id: Id, url: Type.String(), width: Type.Integer(), height: Type.Integer() }),
    Type.Null(),
  ]),
  mentions: Type.Array(
    Type.Object({
      uid: Id,
      label: Type.String({ description: 'How the text says it; names may change afterwards.' }),
    }),
  ),
  reply_count: Type.Integer(),
  created_at: Type.String({ format: 'date-time' }),
};

export const Comment = Type.Object(fields, { title: 'Comment' });
export type Comment = Static<typeof Comment>;

export const RootComment = Type.Object(
  {
    ...fields,
    replies: Type.Array(Comment, { description: `The first ${FIRST_REPLIES}, oldest first.` }),
  },
  { title: 'RootComment' },
);
export type RootComment = Static<typeof RootComment>;
