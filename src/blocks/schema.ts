import { type Static, Type } from 'typebox';
import { Closed, DateTime, Named, Nullable } from '../platform/http/validation.ts';
import { UserCard } from '../users/schema.ts';
import { BLOCK_KINDS } from './rules.ts';

const kind = Type.Enum([...BLOCK_KINDS], {
  description:
    '`block`: the other member cannot follow, reply to, mention or energize the caller. Both: the caller does not see what they write.',
});

export const BlockBody = Closed({ kind });

export const BlockState = Named('BlockState', {
  kind: Nullable(kind, { description: 'Null: neither.' }),
});
export type BlockState = Static<typeof BlockState>;

export const BlockCard = Named('BlockCard', {
  ...UserCard.properties,
  kind,
  blocked_at: DateTime,
});
export type BlockCard = Static<typeof BlockCard>;
