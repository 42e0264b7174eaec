import { type Static, Type } from 'typebox';
import { PageQuery } from '../platform/http/pagination.ts';
import { Closed, DateTime, Id, Named, Nullable } from '../platform/http/validation.ts';
import { TextLanguage } from '../platform/language/schema.ts';
import { REVISION_CAUSES } from '../posts/rules.ts';
import { VERSION_MAX } from '../posts/schema.ts';
import { Tag } from '../tags/schema.ts';
import { UserCard } from '../users/schema.ts';
import { VERSION_MARKS, VERSIONS_A_PAGE } from './rules.ts';

export const Version = Type.Integer({ minimum: 1, maximum: VERSION_MAX });

export const VersionParams = Closed({ id: Id, version: Version });
export const VersionListQuery = Closed({
  cursor: PageQuery.cursor,
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: VERSIONS_A_PAGE, default: VERSIONS_A_PAGE }),
  ),
});
export const CompareQuery = Closed({ from: Version, to: Version });
export const RestoreBody = Closed({
  current_version: Type.Integer({
    minimum: 1,
    maximum: VERSION_MAX,
    description:
      'The newest version that the caller knows; if there is a newer one, nothing is restored.',
  }),
});

const WordCounts = Named(
  'WordCounts',
  { removed: Type.Integer(), added: Type.Integer() },
  { description: 'Characters of Chinese, words of other languages.' },
);

export const PostVersion = Named('PostVersion', {
  version: Version,
  created_at: DateTime,
  author: UserCard,
  title: Type.String(),
  lang: TextLanguage,
  cause: Nullable(Type.Enum([...REVISION_CAUSES]), {
    description: 'Why it was saved; null in versions from before this was recorded.',
  }),
  restored_from: Nullable(Version),
  marks: Type.Array(Type.Enum([...VERSION_MARKS])),
  previous_version: Nullable(Version, {
    description: 'The version before it that is still stored (D57).',
  }),
  words: Nullable(WordCounts, {
    description:
      'What the body gained and lost since the previous version; null where counting took too long.',
  }),
});
export type PostVersion = Static<typeof PostVersion>;

export const VersionText = Named('VersionText', {
  version: Version,
  created_at: DateTime,
  title: Type.String(),
  summary: Type.String(),
  body: Type.String(),
  cover_url: Nullable(Type.String()),
  lang: TextLanguage,
  tags: Type.Array(Tag),
});
export type VersionText = Static<typeof VersionText>;

const Part = Type.Object({
  kind: Type.Enum(['same', 'removed', 'added']),
  text: Type.String(),
});
const Parts = Nullable(Type.Array(Part));
const Line = Type.Object({
  kind: Type.Enum(['same', 'removed', 'added', 'format', 'changed', 'skipped']),
  text: Type.Optional(Type.String({ description: 'Of a line that is in one text, or in both.' })),
  parts: Type.Optional(Type.Array(Part, { description: 'Of a changed line.' })),
  count: Type.Optional(Type.Integer({ description: 'Of skipped, unchanged lines.' })),
  lines: Type.Optional(Nullable(Type.Array(Type.String()))),
});
export const ComparisonResult = Named('Comparison', {
  title: Parts,
  summary: Parts,
  tags: Nullable(
    Type.Object({ removed: Type.Array(Type.String()), added: Type.Array(Type.String()) }),
  ),
  cover: Nullable(Type.Enum(['added', 'removed', 'replaced'])),
  lines: Nullable(Type.Array(Line), {
    description:
      'The body by paragraphs, and by words where a paragraph changed; null if the texts are too different to compare.',
  }),
  counts: Type.Object({
    removed: Type.Integer(),
    added: Type.Integer(),
    changed: Type.Integer(),
    format: Type.Integer(),
  }),
  words: WordCounts,
  only_format: Type.Boolean({ description: 'The same words with other formatting.' }),
});

export const PublishedChange = Named('PublishedChange', {
  version: Version,
  created_at: DateTime,
  words: WordCounts,
});
export type PublishedChange = Static<typeof PublishedChange>;
