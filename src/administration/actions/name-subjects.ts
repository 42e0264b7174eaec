import type { Context, Viewer } from '../../context.ts';
import { findTitles, type Title } from '../../posts/actions/find-titles.ts';
import type { StaffLogEntry } from '../../staff-log/schema.ts';
import { displayName } from '../../users/actions/present-user.ts';
import {
  listChangeOwners,
  listCommentSources,
  listNames,
  listRemovedTitles,
} from '../store/log-subjects.ts';

type Entry = Pick<StaffLogEntry, 'id' | 'subject_kind' | 'subject_id' | 'before'>;
/** What an entry of the staff log is about: the post and the member, as far as there are any. */
type Subject = { post: number | undefined; uid: number | undefined };
export type NamedSubject = {
  post?: { id: number; is_removed?: boolean } & Partial<Title>;
  member?: { uid: number; name: string | undefined };
  /** The name that the topic had. */
  tag?: string;
};

/**
 * By entry. A post without a title is a draft, which lists never show to the staff (D51), or purged; a member without
 * a name is purged.
 */
export async function nameSubjects(
  ctx: Context,
  staff: Viewer,
  entries: Entry[],
): Promise<Map<number, NamedSubject>> {
  const ofKind = (kind: string) => entries.filter(({ subject_kind }) => subject_kind === kind);
  const [changes, comments] = await Promise.all([
    listChangeOwners(ctx.db, idsOf(ofKind('profile_change'))),
    listCommentSources(ctx.db, idsOf(ofKind('comment'))),
  ]);
  const sources: Sources = {
    changes: new Map(changes.map(({ id, uid }) => [id, uid])),
    comments: new Map(comments.map((comment) => [comment.id, comment])),
  };
  const subjects = new Map(entries.map((entry) => [entry.id, subjectOf(entry, sources)]));
  const all = [...subjects.values()];
  const posts = defined(all.map(({ post }) => post));
  const [titles, removed, names] = await Promise.all([
    findTitles(ctx, staff, posts),
    listRemovedTitles(ctx.db, posts),
    listNames(ctx.db, defined(all.map(({ uid }) => uid))),
  ]);
  const goneTitles = new Map(removed.map(({ id, title }) => [id, { title, is_removed: true }]));
  const nameOf = new Map(names.map((user) => [user.uid, displayName(ctx, user)]));
  return new Map(
    entries.map((entry) => {
      const { post, uid } = subjects.get(entry.id) ?? {};
      return [
        entry.id,
        {
          ...(post === undefined
            ? {}
            : { post: { id: post, ...(titles.get(post) ?? goneTitles.get(post)) } }),
          ...(uid === undefined ? {} : { member: { uid, name: nameOf.get(uid) } }),
          ...(entry.subject_kind === 'tag' ? tagOf(entry) : {}),
        },
      ];
    }),
  );
}

type Sources = {
  changes: Map<number, number>;
  comments: Map<number, { author_uid: number; post_id: number }>;
};

function subjectOf(entry: Entry, { changes, comments }: Sources): Subject {
  const id = entry.subject_id ?? undefined;
  const before = (entry.before ?? {}) as Partial<Record<string, number>>;
  switch (entry.subject_kind) {
    case 'post':
      return { post: id, uid: undefined };
    case 'user':
      return { post: undefined, uid: id };
    case 'profile_change':
      return { post: undefined, uid: id === undefined ? undefined : changes.get(id) };
    case 'comment': {
      // A purged comment is gone; most entries have its author and its post.
      const source = id === undefined ? undefined : comments.get(id);
      return {
        post: before['post_id'] ?? source?.post_id,
        uid: before['author_uid'] ?? source?.author_uid,
      };
    }
    case 'series':
      return { post: undefined, uid: before['author_uid'] };
    default:
      return { post: undefined, uid: undefined };
  }
}

function tagOf({ before }: Entry): { tag?: string } {
  const { name } = (before ?? {}) as { name?: string };
  return name === undefined ? {} : { tag: name };
}

function idsOf(entries: Entry[]): number[] {
  return defined(entries.map(({ subject_id }) => subject_id ?? undefined));
}

function defined(ids: (number | undefined)[]): number[] {
  return [...new Set(ids)].filter((id) => id !== undefined);
}
