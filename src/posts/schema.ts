import { type Static, Type } from 'typebox';
import { BODY_BYTES_MAX } from '../platform/html/limits.ts';
import { PageQuery } from '../platform/http/pagination.ts';
import { Closed, DateTime, Id, Named, Nullable } from '../platform/http/validation.ts';
import type { Language } from '../platform/language/languages.ts';
import { LANGUAGE_TAGS } from '../platform/language/languages.ts';
import { TextLanguage } from '../platform/language/schema.ts';
import { DraftTags, Tag } from '../tags/schema.ts';
import { UserCard } from '../users/schema.ts';
import { SHOWN_KINDS } from './card-kind.ts';
import { ORDERS, STATUSES, TAG_ORDERS, TITLES_MAX } from './rules.ts';

/** D18 */
export const TITLE_MAX = 120;
export const SUMMARY_MAX = 300;
/** The maximum of the column's type, `integer`. */
export const VERSION_MAX = 2_147_483_647;

const NullableTime = Nullable(DateTime);

export const PostListQuery = Closed({
  ...PageQuery,
  order: Type.Optional(
    Type.Enum([...ORDERS], {
      default: 'newest',
      description: '`hot` counts what was received in the last days; `following` needs a login.',
    }),
  ),
  author: Type.Optional(Id),
  lang: Type.Optional(
    Type.Enum(LANGUAGE_TAGS, { description: 'Only posts in this language, BCP 47.' }),
  ),
});
export type PostListQuery = Static<typeof PostListQuery>;
export const TaggedQuery = Closed({
  ...PageQuery,
  order: Type.Optional(
    Type.Enum([...TAG_ORDERS], {
      default: 'newest',
      description: '`hot` orders the newest posts of the tag by what they received lately.',
    }),
  ),
  lang: Type.Optional(
    Type.Enum(LANGUAGE_TAGS, {
      description: 'Only those of the newest 1000 posts of the tag in this language.',
    }),
  ),
});
export type TaggedQuery = Static<typeof TaggedQuery>;
export type TagOrder = (typeof TAG_ORDERS)[number];
export const OwnPostQuery = Closed({
  ...PageQuery,
  status: Type.Optional(Type.Enum([...STATUSES])),
});

export const TitlesQuery = Closed({
  ids: Type.String({
    maxLength: TITLES_MAX * 16,
    pattern: `^[1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,${TITLES_MAX - 1}}$`,
    description: `Up to ${TITLES_MAX} ids, separated by commas.`,
    examples: ['12,7'],
  }),
});

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

const cover_url = Type.Optional(
  Nullable(Type.String({ maxLength: 300 }), {
    description: 'An own upload to show with the post in lists.',
  }),
);

const lang = Type.Optional(
  Nullable(Type.Enum(LANGUAGE_TAGS), {
    description:
      'The language of the text, BCP 47. Null detects it at every save; a missing field keeps what the author chose.',
  }),
);

const show_changes = Type.Optional(
  Type.Boolean({
    description:
      'Whether readers may see what an update of the public text changed, from the next update on. False also hides the earlier ones for good.',
  }),
);

export const CreatePostBody = Closed({
  title,
  summary,
  body,
  cover_url,
  lang,
  tags: DraftTags,
  draft,
  show_changes,
});
export type PostDraft = {
  title: string;
  summary?: string;
  body: string;
  cover_url?: string | null;
  lang?: Language | null;
  tags?: string[];
  draft?: boolean;
  show_changes?: boolean;
};

export const UpdatePostBody = Closed({
  title,
  summary,
  body,
  cover_url,
  lang,
  tags: DraftTags,
  draft,
  show_changes,
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: VERSION_MAX,
      description: 'The version this edit started from; or send it as If-Match.',
    }),
  ),
});

const publish_at = Type.String({
  maxLength: 35,
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?(Z|[+-]\\d\\d:\\d\\d)?$',
  description: 'When to publish. Without an offset it is a time by the clock of the site.',
  examples: ['2026-11-20T08:00+08:00'],
});

/** Without a body, or without a time: at once. */
export const SubmitBody = Nullable(Closed({ publish_at: Type.Optional(publish_at) }));
export const ScheduleBody = Closed({ publish_at });

const shared = {
  id: Id,
  title: Type.String(),
  summary: Type.String(),
  lang: TextLanguage,
  tags: Type.Array(Tag, { description: 'D60: at most five, in the order of the author.' }),
  status: Type.Enum([...STATUSES]),
  author: UserCard,
  author_name: Type.String({
    description:
      'What to show: `username (uid)`, or the default name, which contains the uid. Derived.',
  }),
  created_at: DateTime,
  updated_at: DateTime,
  published_at: NullableTime,
  cover_url: Nullable(Type.String()),
  like_count: Type.Integer(),
  dislike_count: Type.Integer(),
  comment_count: Type.Integer(),
  favorite_count: Type.Integer(),
  energy: Type.Integer({ description: 'The energy readers have given.' }),
  read_count: Nullable(Type.Integer(), {
    description: 'Rounded down to two digits; null below 10, and unless the owner shows reads.',
  }),
  kind: Type.Enum([...SHOWN_KINDS], {
    description:
      '`cover`: has a picture that suits a list. `note`: so short that a list shows it whole.',
  }),
  minutes: Nullable(Type.Integer(), {
    description: 'The reading time, one at least; null until it is derived.',
  }),
  note: Nullable(Type.String(), {
    description: 'The whole text of a short post, a line per paragraph.',
  }),
  picture: Nullable(
    Type.Object({ url: Type.String(), width: Type.Integer(), height: Type.Integer() }),
    { description: 'The cover, or else the first picture of the text, if it is large enough.' },
  ),
};

export const PostSummary = Named('PostSummary', shared);
export type PostSummary = Static<typeof PostSummary>;

export const PostTitle = Named('PostTitle', {
  id: Id,
  title: Type.String(),
  lang: TextLanguage,
  author: UserCard,
});
export type PostTitle = Static<typeof PostTitle>;

export const Post = Named('Post', { ...shared, body: Type.String() });
export type Post = Static<typeof Post>;

const ownFields = {
  version: Type.Integer({ description: 'The newest saved text.' }),
  live_version: Type.Integer({ description: 'The text readers see, once the post is public.' }),
  pending_version: Nullable(Type.Integer(), {
    description: 'An edit of a public post that waits for review.',
  }),
  lang_chosen: Type.Boolean({
    description: 'Whether the author chose the language; otherwise it was detected.',
  }),
  review_reason: Type.String(),
  submitted_at: NullableTime,
  pinned: Type.Boolean({ description: "Whether the author's space begins with it." }),
  schedule: Nullable(
    Type.Object({
      publish_at: DateTime,
      approved: Type.Boolean({ description: 'Whether staff approved it for this time.' }),
    }),
    { description: 'When the post is to be published; null if no time was chosen.' },
  ),
  show_changes: Type.Boolean({
    description: 'Whether readers may see what updates of the public text changed.',
  }),
};

/** As the author sees it: the newest text, whether or not readers see it yet. */
export const OwnPostSummary = Named('OwnPostSummary', { ...shared, ...ownFields });
export type OwnPostSummary = Static<typeof OwnPostSummary>;

export const OwnPost = Named('OwnPost', { ...shared, ...ownFields, body: Type.String() });
export type OwnPost = Static<typeof OwnPost>;
