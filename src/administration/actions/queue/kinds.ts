import { APPEALS } from './appeals.ts';
import { HELD } from './held.ts';
import type { QueueKind } from './kind.ts';
import { POSTS } from './posts.ts';
import { PROFILES } from './profiles.ts';
import { REPORTS } from './reports.ts';

/** In the order of things that have waited equally long. */
export const KINDS = {
  report: REPORTS,
  post: POSTS,
  profile: PROFILES,
  comment: HELD,
  appeal: APPEALS,
} satisfies Record<string, QueueKind>;
export type KindName = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as KindName[];
