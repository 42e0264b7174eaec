import { Type } from 'typebox';
import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import {
  type Page,
  type PageRequest,
  readPage,
  TextKey,
  toPage,
} from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import { Refusal } from '../../refusals.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import { normalizeTag, slugOf, TAG_LENGTH_MAX } from '../rules.ts';
import type { ManagedTag } from '../schema.ts';
import { deleteDoubleFollows } from '../store/follows.ts';
import * as store from '../store/manage.ts';

const TextCursor = Type.Intersect([TextKey, Type.String({ minLength: 1 })]);

/** D60: every tag for the staff, the newest first; or those that begin with a text. */
export async function listManagedTags(
  ctx: Context,
  { q, ...request }: PageRequest & { q?: string },
): Promise<Page<ManagedTag>> {
  if (q === undefined) {
    const page = readPage(Id, request);
    return toPage(await store.listAllTags(ctx.db, page), page.limit, (row) => row.id, presentTag);
  }
  const page = readPage(TextCursor, request);
  const prefix = slugOf(q.normalize('NFKC').trim().replace(/^#+/, ''));
  const rows = await store.listTagsByPrefix(ctx.db, prefix, page);
  return toPage(rows, page.limit, (row) => row.slug, presentTag);
}

function presentTag(row: store.ManagedTagRow): ManagedTag {
  const { id, slug, name, description, blocked, target_slug, target_name } = row;
  return {
    id,
    slug,
    name,
    description,
    blocked,
    merged_into:
      target_slug === null || target_name === null
        ? null
        : { slug: target_slug, name: target_name },
    post_count: row.posts,
    follower_count: row.followers,
    created_at: row.created_at.toISOString(),
  };
}

type Change = { action: string; reason: string; before: object; after: object };
/** A change of one tag, under the locks of it and of what was merged into it. */
type Work = (trx: Trx, tag: store.LockedTag, tree: Map<number, store.LockedTag>) => Promise<Change>;

/** Every change is recorded with the state before it, in the same transaction. */
async function changeTag(
  ctx: Context,
  staff: Viewer,
  id: number,
  { work, also = [] }: { work: Work; also?: number[] },
): Promise<ManagedTag> {
  return ctx.tx(async (trx) => {
    const tree = await store.lockTagTrees(trx, [id, ...also]);
    const tag = tree.get(id);
    if (!tag) throw new Refusal('not_found');
    const change = await work(trx, tag, tree);
    await recordStaffAction(ctx, trx, staff, { ...change, subject_kind: 'tag', subject_id: id });
    store.dropPagesOf(trx, tree.keys());
    const changed = await store.findManagedTag(trx, id);
    if (!changed) throw new Refusal('not_found');
    return presentTag(changed);
  });
}

/** Renames and describes. Under its earlier name, a tag is still found. */
export function updateTag(
  ctx: Context,
  staff: Viewer,
  id: number,
  changes: { name?: string; description?: string; reason?: string },
): Promise<ManagedTag> {
  if (changes.name === undefined && changes.description === undefined) throw nothingToChange();
  const work: Work = async (trx, tag) => {
    assertNotMerged(tag);
    const name = changes.name === undefined ? undefined : readName(changes.name);
    const description = changes.description?.trim();
    if (name && name.slug !== tag.slug) await takeSlug(trx, tag, { ...name, now: ctx.now() });
    await store.updateTag(trx, id, {
      ...(name ?? {}),
      ...(description === undefined ? {} : { description }),
    });
    // The search finds posts by the names of their tags.
    if (name && name.name !== tag.name) await store.insertRecheck(trx, id);
    return {
      action: 'tag.update',
      reason: changes.reason ?? '',
      before: { name: tag.name, description: tag.description },
      after: { name: name?.name ?? tag.name, description: description ?? tag.description },
    };
  };
  return changeTag(ctx, staff, id, { work });
}

function nothingToChange(): Refusal {
  const detail = 'a name or a description is needed';
  return new Refusal('invalid_input', {}, { fields: [{ pointer: '/name', detail }] });
}

function readName(text: string) {
  const tag = normalizeTag(text);
  if (tag) return tag;
  const detail = `needs 1 to ${TAG_LENGTH_MAX} characters, without commas, slashes and #`;
  throw new Refusal('invalid_input', {}, { fields: [{ pointer: '/name', detail }] });
}

/** The old slug stays as a merged tag; an earlier name of the tag itself swaps with it. */
async function takeSlug(
  trx: Trx,
  tag: store.LockedTag,
  { slug, now }: { slug: string; now: Date },
): Promise<void> {
  const other = await store.findTagBySlug(trx, slug);
  if (!other) {
    // Frees the old slug first.
    await store.updateTag(trx, tag.id, { slug });
    await store.insertEarlierName(trx, tag, tag.id, now);
    return;
  }
  if (other.merged_into !== tag.id) throw new Refusal('tag_taken');
  // A slug cannot contain a slash, so nobody has this one.
  await store.updateTag(trx, other.id, { slug: `/${other.id}` });
  await store.updateTag(trx, tag.id, { slug });
  await store.updateTag(trx, other.id, { slug: tag.slug, name: tag.name });
}

/** Its posts move to the other tag, and its address leads there. */
export async function mergeTag(
  ctx: Context,
  staff: Viewer,
  id: number,
  { into, reason = '' }: { into: string; reason?: string },
): Promise<ManagedTag> {
  const target = await store.findTagBySlug(ctx.db, normalizeTag(into)?.slug ?? '');
  const targetId = target?.merged_into ?? target?.id;
  if (targetId === undefined) {
    const fields = [{ pointer: '/into', detail: 'is not a tag' }];
    throw new Refusal('invalid_input', {}, { fields });
  }
  const work: Work = async (trx, tag, tree) => {
    assertNotMerged(tag);
    const root = tree.get(targetId);
    // Merged or blocked since it was found, or the tag itself.
    if (!root || root.id === id || root.merged_into !== null || root.blocked)
      throw new Refusal('wrong_state');
    const below = mergedInto(tree, id);
    await deleteDoubleFollows(trx, [id, ...below], [root.id, ...mergedInto(tree, root.id)]);
    await store.updateTargets(trx, below, root.id);
    await store.updateTag(trx, id, { merged_into: root.id, merged_via: root.id });
    await store.insertRecheck(trx, id);
    return {
      action: 'tag.merge',
      reason,
      before: { name: tag.name, merged_into: null },
      after: { name: tag.name, merged_into: root.name },
    };
  };
  return changeTag(ctx, staff, id, { work, also: [targetId] });
}

/** Undoes a merge: its posts return, and so do the tags that were merged into it before. */
export async function unmergeTag(
  ctx: Context,
  staff: Viewer,
  id: number,
  { reason = '' }: { reason?: string },
): Promise<ManagedTag> {
  const found = await store.findManagedTag(ctx.db, id);
  if (!found) throw new Refusal('not_found');
  const rootId = found.merged_into;
  const work: Work = async (trx, tag, tree) => {
    const root = tree.get(rootId ?? 0);
    // Not merged, or into another tag since it was found.
    if (!root || tag.merged_into !== root.id) throw new Refusal('wrong_state');
    const below = mergedVia(tree, id);
    await store.updateTag(trx, id, { merged_into: null, merged_via: null });
    await store.updateTargets(trx, below, id);
    await store.insertRecheck(trx, root.id, [id, ...below]);
    return {
      action: 'tag.unmerge',
      reason,
      before: { name: tag.name, merged_into: root.name },
      after: { name: tag.name, merged_into: null },
    };
  };
  return changeTag(ctx, staff, id, { work, also: rootId === null ? [] : [rootId] });
}

/** A blocked tag is shown nowhere; the posts stay. */
export function blockTag(
  ctx: Context,
  staff: Viewer,
  id: number,
  { blocked, reason = '' }: { blocked: boolean; reason?: string },
): Promise<ManagedTag> {
  const work: Work = async (trx, tag) => {
    assertNotMerged(tag);
    if (tag.blocked === blocked) throw new Refusal('wrong_state');
    await store.updateTag(trx, id, { blocked });
    await store.insertRecheck(trx, id);
    return {
      action: blocked ? 'tag.block' : 'tag.unblock',
      reason,
      before: { name: tag.name, blocked: tag.blocked },
      after: { name: tag.name, blocked },
    };
  };
  return changeTag(ctx, staff, id, { work });
}

function assertNotMerged(tag: store.LockedTag): void {
  if (tag.merged_into !== null) throw new Refusal('wrong_state');
}

function mergedInto(tree: Map<number, store.LockedTag>, id: number): number[] {
  return [...tree.values()].filter((tag) => tag.merged_into === id).map((tag) => tag.id);
}

/** Everything that was merged into the tag before it was merged itself. */
function mergedVia(tree: Map<number, store.LockedTag>, id: number): number[] {
  const direct = [...tree.values()].filter((tag) => tag.merged_via === id).map((tag) => tag.id);
  return direct.flatMap((one) => [one, ...mergedVia(tree, one)]);
}
