import type { Context, Viewer } from '../../context.ts';
import { findUser } from '../../users/actions/find-user.ts';
import { createCalendar } from '../calendar.ts';
import type { PlannedPost, Step } from '../plan/steps.ts';
import type { DemoComment, DemoMember, DemoPost, DemoSeries } from '../schema.ts';

/** What the seed has created so far: ids by the plan's keys and objects. */
export type SeedState = {
  members: Map<string, DemoMember>;
  password: string;
  uids: Map<string, number>;
  /** Resolved when the member has an account; uploads wait for it. */
  registered: Map<string, PromiseWithResolvers<void>>;
  sessions: Map<string, string>;
  /** With the version that a moderator decides on. */
  posts: Map<PlannedPost, { id: number; version: number }>;
  comments: Map<DemoComment, number>;
  /** By `<member>/<folder name>`. */
  folders: Map<string, number>;
  series: Map<DemoSeries, number>;
  /** Addresses of uploaded pictures. Uploads start first, because converting takes longest. */
  pictures: Map<DemoPost, Promise<string>>;
  /** A context whose clock shows the step's time. */
  at(when: number): Context;
};

export function createSeedState(
  ctx: Context,
  members: DemoMember[],
  { password, now }: { password: string; now: Date },
): SeedState {
  const toDate = createCalendar(now);
  return {
    members: new Map(members.map((member) => [member.key, member])),
    password,
    uids: new Map(),
    registered: new Map(members.map(({ key }) => [key, Promise.withResolvers<void>()])),
    sessions: new Map(),
    posts: new Map(),
    comments: new Map(),
    folders: new Map(),
    series: new Map(),
    pictures: new Map(),
    at: (when) => {
      const date = toDate(when);
      return { ...ctx, now: () => date };
    },
  };
}

/** The viewer that a request of this member would have. */
export function viewerOf(state: SeedState, { by }: Step): Viewer {
  const role = state.members.get(by)?.role ?? 'member';
  const session_id = state.sessions.get(by) ?? '';
  const uid = uidOf(state, by);
  return { uid, role, status: 'active', session_id, exp: 0, checked_in_on: null };
}

/** With the real experience, for actions that need a level. */
export async function viewerWithExp(state: SeedState, ctx: Context, step: Step): Promise<Viewer> {
  const viewer = viewerOf(state, step);
  const user = await findUser(ctx.db, viewer.uid);
  return { ...viewer, exp: user?.exp ?? 0 };
}

export function uidOf({ uids }: SeedState, key: string): number {
  return assertDefined(uids.get(key), key);
}

export function memberOf({ members }: SeedState, key: string): DemoMember {
  return assertDefined(members.get(key), key);
}

export function postOf({ posts }: SeedState, post: PlannedPost): { id: number; version: number } {
  return assertDefined(posts.get(post), post.source.title);
}

export function assertDefined<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`a step needs ${name}, which does not exist yet`);
  return value;
}
