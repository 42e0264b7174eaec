import { Type } from 'typebox';
import { KEYWORD_MAX, SCAN_MAX } from '../../comments/rules.ts';
import { PageQuery } from '../../platform/http/pagination.ts';
import { Closed, Id, Named, Nullable } from '../../platform/http/validation.ts';
import { LISTED_STATUSES, STATUSES } from '../../posts/rules.ts';
import { OwnPost, OwnPostSummary, VERSION_MAX } from '../../posts/schema.ts';
import { Reason } from '../../staff-log/schema.ts';
import { Tag } from '../../tags/schema.ts';
import { UploadedImage } from '../../uploads/schema.ts';

export const ReviewQuery = Closed({
  ...PageQuery,
  status: Type.Optional(
    Type.Enum(['queue', ...LISTED_STATUSES], {
      default: 'queue',
      description:
        '`queue` is what waits for review, the longest first; a status, the last changed first. Drafts are in no list.',
    }),
  ),
  author: Type.Optional(Id),
});

const waiting_kind = Nullable(Type.Enum(['post', 'edit']), {
  description: 'What waits for review: the post, or an edit of it.',
});

export const ReviewSummary = Named('ReviewSummary', { ...OwnPostSummary.properties, waiting_kind });

export const ReviewPost = Named('ReviewPost', {
  ...OwnPost.properties,
  waiting_kind,
  locked_from: Nullable(Type.Enum([...STATUSES]), {
    description: 'Where unlocking returns to.',
  }),
  edit: Nullable(
    Type.Object({
      version: Type.Integer(),
      title: Type.String(),
      summary: Type.String(),
      body: Type.String(),
      cover_url: Nullable(Type.String()),
      tags: Type.Array(Tag),
    }),
    { description: 'The text that waits, where an edit does.' },
  ),
  pictures: Type.Array(UploadedImage, {
    description: 'What both texts show, covers included, without those that were removed.',
  }),
});

export const DecisionBody = Closed({
  version: Type.Integer({
    minimum: 1,
    maximum: VERSION_MAX,
    description:
      'Of the text that was read: `edit.version` where an edit waits, else `live_version`. Where it is another by now, nothing is decided.',
  }),
  reason: Type.Optional(Reason),
});

export const CommentSearchQuery = Closed({
  ...PageQuery,
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: KEYWORD_MAX,
      pattern: '^[^\\u0000]*$',
      description: `Any part of the text, in any case. A single character is searched for among ${SCAN_MAX} comments a page: a page may be short, or empty, and still have a next one.`,
      examples: ['广告'],
    }),
  ),
  author: Type.Optional(Id),
  post: Type.Optional(Id),
});
