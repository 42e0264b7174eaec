import { type Static, Type } from 'typebox';
import { RoutedId } from '../platform/http/routed-id.ts';
import { Closed, DateTime, Id, Named, Nullable } from '../platform/http/validation.ts';
import { TextLanguage } from '../platform/language/schema.ts';
import { PostSummary, VERSION_MAX } from '../posts/schema.ts';
import { UserCard } from '../users/schema.ts';
import { DESCRIPTION_MAX, SERIES_POSTS_MAX, TITLE_MAX } from './rules.ts';

export const SeriesPostParams = Closed({ id: RoutedId, post_id: Id });

const title = Type.String({
  minLength: 1,
  maxLength: TITLE_MAX,
  pattern: '\\S',
  examples: ['从零写一个数据库'],
});
const description = Type.Optional(Type.String({ maxLength: DESCRIPTION_MAX }));

export const CreateSeriesBody = Closed({ title, description });
export type NewSeries = Static<typeof CreateSeriesBody>;

export const UpdateSeriesBody = Closed({ title: Type.Optional(title), description });
export type SeriesChanges = Static<typeof UpdateSeriesBody>;

const version = Type.Integer({
  minimum: 1,
  maximum: VERSION_MAX,
  description: 'Of the series that the caller sees; refused if it has changed since.',
});

export const AddPostBody = Closed({ post_id: Id });
export const OrderBody = Closed({
  version,
  post_ids: Type.Array(Id, {
    maxItems: SERIES_POSTS_MAX,
    description: 'Every post of the series that is not deleted, each once, in the new order.',
  }),
});
export type SeriesOrder = Static<typeof OrderBody>;
export const MovePostBody = Closed({
  version,
  position: Type.Integer({ minimum: 1, maximum: SERIES_POSTS_MAX, description: '1 is the first.' }),
});
export type PostMove = Static<typeof MovePostBody>;

export const SetSeriesBody = Closed({
  series_id: Nullable(Id, { description: 'Null: in no series.' }),
});
export const PostSeries = Named('PostSeries', { series_id: Nullable(Id) });
export type PostSeries = Static<typeof PostSeries>;

const summary = {
  id: Id,
  title: Type.String(),
  description: Type.String(),
  lang: TextLanguage,
  text_removed: Type.Boolean({ description: 'The staff removed the title and the description.' }),
  author: UserCard,
  post_count: Type.Integer({ description: 'Public posts.' }),
  hidden_count: Nullable(Type.Integer(), {
    description: 'Posts that only the author sees; null for other callers.',
  }),
  version: Type.Integer(),
  created_at: DateTime,
  updated_at: DateTime,
};
export const SeriesSummary = Named('SeriesSummary', summary);
export type SeriesSummary = Static<typeof SeriesSummary>;

export const SeriesPost = Named('SeriesPost', {
  number: Nullable(Type.Integer(), {
    description: 'Counts public posts only; null for a post that only the author sees.',
  }),
  post: PostSummary,
});
export type SeriesPost = Static<typeof SeriesPost>;

export const Series = Named('Series', {
  ...summary,
  minutes: Type.Integer({ description: 'To read all public posts.' }),
  posts: Type.Array(SeriesPost, { description: 'In the order of the author.' }),
});
export type Series = Static<typeof Series>;
