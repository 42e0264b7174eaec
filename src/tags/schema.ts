import { type Static, Type } from 'typebox';
import { PageQuery } from '../platform/http/pagination.ts';
import { Closed, DateTime, Id, Named, Nullable } from '../platform/http/validation.ts';
import { REASON_MAX } from '../staff-log/schema.ts';
import { TAG_DESCRIPTION_MAX, TAGS_MAX } from './rules.ts';

export const Tag = Named('Tag', {
  slug: Type.String({ description: 'The name in lower case: the end of its address.' }),
  name: Type.String(),
});
export type Tag = Static<typeof Tag>;

/** Longer than a tag: what is left after normalization counts. */
const TYPED_MAX = 100;

export const DraftTags = Type.Optional(
  Type.Array(Type.String({ maxLength: TYPED_MAX }), {
    maxItems: TAGS_MAX,
    description:
      'Names of tags, in the order to show; a new name makes a tag. A missing field keeps the tags of the post.',
    examples: [['摄影', '夜景']],
  }),
);

/** Longer than a slug, in any case and width: what it is normalized to counts. */
export const TagParams = Closed({ slug: Type.String({ minLength: 1, maxLength: TYPED_MAX }) });
export const SuggestTagsQuery = Closed({
  q: Type.String({
    maxLength: TYPED_MAX,
    description: 'The beginning of a name.',
    examples: ['摄'],
  }),
});

const used = {
  ...Tag.properties,
  description: Type.String(),
  post_count: Type.Integer({ description: 'Public posts.' }),
  follower_count: Type.Integer(),
};
export const UsedTag = Named('UsedTag', used);
export type UsedTag = Static<typeof UsedTag>;
export const TagSuggestions = Type.Object({ items: Type.Array(UsedTag) });

export const TagPage = Named('TagPage', {
  ...used,
  blocked: Type.Boolean({ description: 'Only the staff find a blocked tag.' }),
  following: Type.Boolean({ description: 'False for anonymous callers.' }),
});
export type TagPage = Static<typeof TagPage>;

export const TagFollowState = Named('TagFollowState', {
  following: Type.Boolean(),
  follower_count: Type.Integer(),
});
export type TagFollowState = Static<typeof TagFollowState>;

export const ManagedTagQuery = Closed({
  ...PageQuery,
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: TYPED_MAX,
      pattern: '\\S',
      description: 'The beginning of a name; then ordered by name, else the newest first.',
    }),
  ),
});

export const ManagedTag = Named('ManagedTag', {
  id: Id,
  ...Tag.properties,
  description: Type.String(),
  blocked: Type.Boolean(),
  merged_into: Nullable(Tag, {
    description: 'The tag into which it was merged; an earlier name counts as merged too.',
  }),
  post_count: Type.Integer(),
  follower_count: Type.Integer(),
  created_at: DateTime,
});
export type ManagedTag = Static<typeof ManagedTag>;

const reason = Type.Optional(Type.String({ maxLength: REASON_MAX }));
export const UpdateTagBody = Closed({
  name: Type.Optional(
    Type.String({
      maxLength: TYPED_MAX,
      description: 'Its earlier name leads to the tag from now on.',
    }),
  ),
  description: Type.Optional(Type.String({ maxLength: TAG_DESCRIPTION_MAX })),
  reason,
});
export const MergeTagBody = Closed({
  into: Type.String({ minLength: 1, maxLength: TYPED_MAX, description: 'A name or a slug.' }),
  reason,
});
export const TagDecisionBody = Nullable(Closed({ reason }));
