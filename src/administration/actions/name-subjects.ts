import type { Context, Viewer } from '../../context.ts';
import { findTitles, type Title } from '../../posts/actions/find-titles.ts';
import type { StaffLogEntry } from '../../staff-log/schema.ts';
import { displayName } from '../../users/actions/present-user.ts';
import { listChangeOwners, listNames } from '../store/log-subjects.ts';

/** What an entry of the staff log is about: the post and the member, as far as there are any. */
type Subject = { post: number | undefined; uid: number | undefined };
export type NamedSubject = {
  post?: { id: number } & Partial<Title>;
  member?: { uid: number; name: string | undefined };
};

/**
 * By entry. A post without a title is a draft, which lists never show to the staff (D51), or deleted; a member without
 * a name is purged.
 */
export async function nameSubjects(
  ctx: Context,
  staff: Viewer,
  entries: StaffLogEntry[],
): Promise<Map<number, NamedSubject>> {
  const changes = entries.filter(({ subject_kind }) => subject_kind === 'profile_change');
  const owners = new Map(
    (await listChangeOwners(ctx.db, idsOf(changes))).map(({ id, uid }) => [id, uid]),
  );
  const subjects = new Map(entries.map((entry) => [entry.id, subjectOf(entry, owners)]));
  const all = [...subjects.values()];
  const [titles, names] = await Promise.all([
    findTitles(ctx, staff, defined(all.map(({ post }) => post))),
    listNames(ctx.db, defined(all.map(({ uid }) => uid))),
  ]);
  const nameOf = new Map(names.map((user) => [user.uid, displayName(ctx, user)]));
  return new Map(
    [...subjects].map(([id, { post, uid }]) => [
      id,
      {
        ...(post === undefined ? {} : { post: { id: post, ...titles.get(post) } }),
        ...(uid === undefined ? {} : { member: { uid, name: nameOf.get(uid) } }),
      },
    ]),
  );
}

function subjectOf(entry: StaffLogEntry, owners: Map<number, number>): Subject {
  const id = entry.subject_id ?? undefined;
  switch (entry.subject_kind) {
    case 'post':
      return { post: id, uid: undefined };
    case 'user':
      return { post: undefined, uid: id };
    case 'profile_change':
      return { post: undefined, uid: id === undefined ? undefined : owners.get(id) };
    case 'comment': {
      // The comment is gone; the entry has its author and its post.
      const { author_uid, post_id } = entry.before as Partial<Record<string, number>>;
      return { post: post_id, uid: author_uid };
    }
    default:
      return { post: undefined, uid: undefined };
  }
}

function idsOf(entries: StaffLogEntry[]): number[] {
  return defined(entries.map(({ subject_id }) => subject_id ?? undefined));
}

function defined(ids: (number | undefined)[]): number[] {
  return [...new Set(ids)].filter((id) => id !== undefined);
}
