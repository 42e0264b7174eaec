import { createComment, replyToComment } from '../../comments/actions/write-comment.ts';
import { energizePost } from '../../energizing/actions.ts';
import { createFolder } from '../../favorites/actions/change-folder.ts';
import { addToFolder, toggleFavorite } from '../../favorites/actions/save-post.ts';
import { deletePost, editPost } from '../../posts/actions/change-post.ts';
import { createPost } from '../../posts/actions/create-post.ts';
import { getOwnPost } from '../../posts/actions/read-posts.ts';
import { submitPost } from '../../posts/actions/submit-post.ts';
import { changeReaction } from '../../reactions/actions.ts';
import type { StepOf } from '../plan/steps.ts';
import type { DemoComment } from '../schema.ts';
import { assertDefined, postOf, type SeedState, viewerOf, viewerWithExp } from './state.ts';

export async function write(state: SeedState, step: StepOf<'write'>): Promise<void> {
  const ctx = state.at(step.when);
  const { post, as } = step;
  const { source } = post;
  const viewer = await viewerWithExp(state, ctx, step);
  const picture = await state.pictures.get(source);
  const { id, version } = await createPost(ctx, viewer, {
    title: source.title,
    body: source.body.replaceAll('{picture}', picture ?? ''),
    ...(picture ? { cover_url: picture } : {}),
    tags: source.tags ?? [],
    draft: as === 'draft',
  });
  state.posts.set(post, { id, version });
  if (as === 'submitted') await submitPost(ctx, viewer, id);
}

export async function edit(state: SeedState, step: StepOf<'edit'>): Promise<void> {
  const ctx = state.at(step.when);
  const viewer = viewerOf(state, step);
  const { id } = postOf(state, step.post);
  const { title, body, version, cover_url } = await getOwnPost(ctx, ctx.db, viewer, id);
  const edited = { title, body: body + step.addition, version, cover_url };
  const saved = await editPost(ctx, viewer, id, edited);
  state.posts.set(step.post, { id, version: saved.version });
}

export async function remove(state: SeedState, step: StepOf<'delete'>): Promise<void> {
  const ctx = state.at(step.when);
  await deletePost(ctx, viewerOf(state, step), postOf(state, step.post).id);
}

export async function comment(state: SeedState, step: StepOf<'comment'>): Promise<void> {
  const ctx = state.at(step.when);
  const viewer = viewerOf(state, step);
  const draft = { body: step.comment.text };
  const created = step.parent
    ? await replyToComment(
        ctx,
        viewer,
        { owner: postOf(state, step.post).id, id: commentOf(state, step.parent) },
        draft,
      )
    : await createComment(ctx, viewer, postOf(state, step.post).id, draft);
  state.comments.set(step.comment, created.id);
}

export function commentOf({ comments }: SeedState, comment: DemoComment): number {
  return assertDefined(comments.get(comment), comment.text);
}

export async function react(state: SeedState, step: StepOf<'like' | 'dislike'>): Promise<void> {
  const ctx = state.at(step.when);
  const input = { button: step.kind, change: 'set' } as const;
  await changeReaction(ctx, viewerOf(state, step), postOf(state, step.post).id, input);
}

export async function addFolder(state: SeedState, step: StepOf<'create_folder'>): Promise<void> {
  const ctx = state.at(step.when);
  const { id } = await createFolder(ctx, viewerOf(state, step), step.folder);
  state.folders.set(`${step.by}/${step.folder.name}`, id);
}

export async function save(state: SeedState, step: StepOf<'save'>): Promise<void> {
  const ctx = state.at(step.when);
  const viewer = viewerOf(state, step);
  const { id } = postOf(state, step.post);
  if (!step.folder) {
    await toggleFavorite(ctx, viewer, id, true);
    return;
  }
  const folder = `${step.by}/${step.folder.name}`;
  await addToFolder(ctx, viewer, assertDefined(state.folders.get(folder), folder), id);
}

export async function energize(state: SeedState, step: StepOf<'energize'>): Promise<void> {
  const ctx = state.at(step.when);
  const viewer = viewerOf(state, step);
  await energizePost(ctx, viewer, postOf(state, step.post).id, step.form);
}
