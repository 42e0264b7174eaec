import { type Static, Type } from 'typebox';
import { PageQuery } from '../../platform/http/pagination.ts';
import { Closed, DateTime, Id, Named, Nullable } from '../../platform/http/validation.ts';
import { REASON_MAX } from '../../staff-log/schema.ts';
import { UserCard } from '../../users/schema.ts';

const KINDS = ['report', 'post', 'profile', 'comment', 'appeal'] as const;
export const ITEMS_MAX = 100;
const ITEM = '(report|post|profile|comment|appeal):[1-9]\\d{0,14}(:\\d{1,9})?';
const ITEMS = `^${ITEM}(,${ITEM}){0,${ITEMS_MAX - 1}}$`;
const ITEMS_LENGTH_MAX = 4000;

export const QueueQuery = Closed({ ...PageQuery, kind: Type.Optional(Type.Enum([...KINDS])) });

const Text = Nullable(Type.String());
const ProfileText = Type.Object({ username: Text, signature: Text });

export const QueueItem = Named('QueueItem', {
  key: Type.String({ description: 'Names the item in a decision.', examples: ['post:12:3'] }),
  kind: Type.Enum([...KINDS], {
    description: '`comment`: held by an automatic rule; `appeal`: against a ban.',
  }),
  id: Id,
  version: Nullable(Type.Integer()),
  subject: Type.Enum(['post', 'edit', 'profile', 'comment', 'user', 'upload', 'appeal']),
  since: DateTime,
  title: Type.String(),
  excerpt: Type.String(),
  author: Nullable(UserCard),
  reports: Type.Optional(Type.Integer()),
  reasons: Type.Optional(Type.Array(Type.String())),
  profile: Type.Optional(
    Type.Object(
      { before: ProfileText, after: ProfileText },
      { description: 'Of a profile change; null in `after` stays as it is.' },
    ),
  ),
  claimed_by: Nullable(Type.String(), {
    description: 'Another moderator who looks at it now.',
  }),
});
export type QueueItem = Static<typeof QueueItem>;

const Items = Type.String({
  maxLength: ITEMS_LENGTH_MAX,
  pattern: ITEMS,
  description: `Keys of up to ${ITEMS_MAX} items, separated by commas.`,
});

export const DecideBody = Closed({
  items: Items,
  verdict: Type.Enum(['approve', 'reject'], {
    description:
      '`approve` shows what waits, finds nothing wrong with what was reported, or lifts a ban; `reject` refuses it, or takes it away.',
  }),
  reason: Type.Optional(
    Type.String({
      maxLength: REASON_MAX,
      description: 'Needed to reject. Of an appeal: the reply to the member.',
    }),
  ),
});

export const Decided = Named('Decided', {
  decided: Type.Integer(),
  refused: Type.Array(Type.Object({ item: Type.String(), code: Type.String() })),
  batch: Type.String({ description: 'Undoes all of them at once.' }),
});

export const ClaimBody = Closed({ kind: Type.Enum([...KINDS]), id: Id });
export const BatchParams = Closed({ batch: Type.String({ format: 'uuid', maxLength: 36 }) });
export const UndoneBatch = Type.Object({ undone: Type.Integer(), refused: Type.Integer() });
