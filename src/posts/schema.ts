import { type Static, Type } from 'typebox';
import { BODY_BYTES_MAX } from '../platform/html/limits.ts';
import { PageQuery } from '../platform/http/pagination.ts';
import { Closed, Id } from '../platform/http/validation.ts';
import { STATUSES } from './rules.ts';

/** D18 */
const TITLE_MAX = 120;
const SUMMARY_MAX = 300;

const Moment = Type.String({ format: 'date-time' });
const MaybeMoment = Type.Union([Moment, Type.Null()]);

export const PostParams = Closed({ id: Id });
export const PostListQuery = Closed(PageQuery);
export const DeskQuery = Closed({ ...PageQuery, status: Type.Optional(Type.Enum([...STATUSES])) });

const title = Type.String({
  minLength: 1,
  maxLength: TITLE_MAX,
  pattern: '\\S',
  examples: ['灯下漫笔'],
});
const summary = Type.Optional(
  Type.String({ maxLength: SUMMARY_MAX, description: 'Taken from the body when empty.' }),
);
const body = Type.String({
  maxLength: BODY_BYTES_MAX,
  description: 'HTML; sanitized when saved.',
  examples: ['<p>你好，世界。</p>'],
});
const draft = Type.Optional(
  Type.Boolean({ description: 'Only keeps the text: publishes and submits nothing.' }),
);

export const CreatePostBody = Closed({ title, summary, body, draft });
export type PostDraft = { title: string; summary?: string; body: string; draft?: boolean };

export const UpdatePostBody = Closed({
  title,
  summary,
  body,
  draft,
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'The version this edit started from; or send it as If-Match.',
    }),
  ),
});

const Author = Type.Object({
  uid: Id,
  username: Type.Union([Type.String(), Type.Null()]),
});

const shared = {
  id: Id,
  title: Type.String(),
  summary: Type.String(),
  status: Type.Enum([...STATUSES]),
  author: Author,
  author_name: Type.String({
    description: 'What to show: the username, or a stand-in with the uid.',
  }),
  created_at: Moment,
  updated_at: Moment,
  published_at: MaybeMoment,
  like_count: Type.Integer(),
  dislike_count: Type.Integer(),
};

export const PostSummary = Type.Object(shared, { title: 'PostSummary' });
export type PostSummary = Static<typeof PostSummary>;

export const Post = Type.Object({ ...shared, body: Type.String() }, { title: 'Post' });
export type Post = Static<typeof Post>;

const desk = {
  version: Type.Integer({ description: 'The newest saved text.' }),
  live_version: Type.Integer({ description: 'The text readers see, once the post is public.' }),
  pending_version: Type.Union([Type.Integer(), Type.Null()], {
    description: 'An edit of a public post that waits for review.',
  }),
  review_reason: Type.String(),
  submitted_at: MaybeMoment,
};

/** As the author sees it: the newest text, whether or not readers see it yet. */
export const DeskSummary = Type.Object({ ...shared, ...desk }, { title: 'DeskSummary' });
export type DeskSummary = Static<typeof DeskSummary>;

export const DeskPost = Type.Object(
  { ...shared, ...desk, body: Type.String() },
  { title: 'DeskPost' },
);
export type DeskPost = Static<typeof DeskPost>;
