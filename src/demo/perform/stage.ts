import type { Context, Viewer } from '../../context.ts';
import { findUser } from '../../users/actions.ts';
import { createCalendar } from '../calendar.ts';
import type { Article, Deed } from '../plan/deeds.ts';
import type { DemoComment, DemoMember, DemoPost } from '../schema.ts';

/** What has been made so far, by the names the plan has for it. */
export type Stage = {
  members: Map<string, DemoMember>;
  password: string;
  uids: Map<string, number>;
  /** For what is prepared before its time. */
  joined: Map<string, PromiseWithResolvers<void>>;
  sessions: Map<string, string>;
  /** The posts, with the version a moderator would read. */
  posts: Map<Article, { id: number; version: number }>;
  comments: Map<DemoComment, number>;
  /** By owner and name. */
  folders: Map<string, number>;
  /** On its way from the start: converting takes the longest of all. */
  pictures: Map<DemoPost, Promise<string>>;
  /** The context in which it is the moment of the deed. */
  at(when: number): Context;
};

export function createStage(
  ctx: Context,
  members: DemoMember[],
  { password, now }: { password: string; now: Date },
): Stage {
  const momentOf = createCalendar(now);
  return {
    members: new Map(members.map((member) => [member.key, member])),
    password,
    uids: new Map(),
    joined: new Map(members.map(({ key }) => [key, Promise.withResolvers<void>()])),
    sessions: new Map(),
    posts: new Map(),
    comments: new Map(),
    folders: new Map(),
    pictures: new Map(),
    at: (when) => {
      const moment = momentOf(when);
      return { ...ctx, now: () => moment };
    },
  };
}

/** Who does the deed, as a request of theirs would say it. */
export function viewerOf(stage: Stage, { by }: Deed): Viewer {
  const role = stage.members.get(by)?.role ?? 'member';
  const session_id = stage.sessions.get(by) ?? '';
  const uid = uidOf(stage, by);
  return { uid, role, status: 'active', session_id, exp: 0, checked_in_on: null };
}

/** The same for what is open only from a level on. */
export async function levelledViewerOf(stage: Stage, ctx: Context, deed: Deed): Promise<Viewer> {
  const viewer = viewerOf(stage, deed);
  const user = await findUser(ctx.db, viewer.uid);
  return { ...viewer, exp: user?.exp ?? 0 };
}

export function uidOf({ uids }: Stage, key: string): number {
  return known(uids.get(key), key);
}

export function memberOf({ members }: Stage, key: string): DemoMember {
  return known(members.get(key), key);
}

export function postOf({ posts }: Stage, article: Article): { id: number; version: number } {
  return known(posts.get(article), article.post.title);
}

export function known<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`the story speaks of ${name}, who is not there yet`);
  return found;
}
