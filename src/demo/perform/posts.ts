import { createComment, replyToComment } from '../../comments/actions/write-comment.ts';
import { energizePost } from '../../energizing/actions.ts';
import { createFolder } from '../../favorites/actions/change-folder.ts';
import { addToFolder, toggleFavorite } from '../../favorites/actions/save-post.ts';
import { deletePost, editPost, submitPost } from '../../posts/actions/change-post.ts';
import { createPost } from '../../posts/actions/create-post.ts';
import { getOwnPost } from '../../posts/actions/read-posts.ts';
import { changeReaction } from '../../reactions/actions.ts';
import type { DeedOf } from '../plan/deeds.ts';
import { known, levelledViewerOf, postOf, type Stage, viewerOf } from './stage.ts';

export async function write(stage: Stage, deed: DeedOf<'write'>): Promise<void> {
  const ctx = stage.at(deed.when);
  const { article, as } = deed;
  const { post } = article;
  const viewer = await levelledViewerOf(stage, ctx, deed);
  const picture = await stage.pictures.get(post);
  const { id, version } = await createPost(ctx, viewer, {
    title: post.title,
    body: post.body.replaceAll('{picture}', picture ?? ''),
    ...(picture ? { cover_url: picture } : {}),
    draft: as === 'draft',
  });
  stage.posts.set(article, { id, version });
  if (as === 'submitted') await submitPost(ctx, viewer, id);
}

export async function edit(stage: Stage, deed: DeedOf<'edit'>): Promise<void> {
  const ctx = stage.at(deed.when);
  const viewer = viewerOf(stage, deed);
  const { id } = postOf(stage, deed.article);
  const { title, body, version, cover_url } = await getOwnPost(ctx, ctx.db, viewer, id);
  const edited = { title, body: body + deed.addition, version, cover_url };
  const saved = await editPost(ctx, viewer, id, edited);
  stage.posts.set(deed.article, { id, version: saved.version });
}

export async function remove(stage: Stage, deed: DeedOf<'delete'>): Promise<void> {
  const ctx = stage.at(deed.when);
  await deletePost(ctx, viewerOf(stage, deed), postOf(stage, deed.article).id);
}

export async function comment(stage: Stage, deed: DeedOf<'comment'>): Promise<void> {
  const ctx = stage.at(deed.when);
  const viewer = viewerOf(stage, deed);
  const draft = { body: deed.comment.text };
  const said = deed.parent
    ? await replyToComment(ctx, viewer, commentOf(stage, deed.parent), draft)
    : await createComment(ctx, viewer, postOf(stage, deed.article).id, draft);
  stage.comments.set(deed.comment, said.id);
}

export function commentOf({ comments }: Stage, said: { text: string; by: string }): number {
  return known(comments.get(said), said.text);
}

export async function react(stage: Stage, deed: DeedOf<'like' | 'dislike'>): Promise<void> {
  const ctx = stage.at(deed.when);
  const input = { button: deed.kind, change: 'set' } as const;
  await changeReaction(ctx, viewerOf(stage, deed), postOf(stage, deed.article).id, input);
}

export async function makeFolder(stage: Stage, deed: DeedOf<'make_folder'>): Promise<void> {
  const ctx = stage.at(deed.when);
  const { id } = await createFolder(ctx, viewerOf(stage, deed), deed.folder);
  stage.folders.set(`${deed.by}/${deed.folder.name}`, id);
}

export async function save(stage: Stage, deed: DeedOf<'save'>): Promise<void> {
  const ctx = stage.at(deed.when);
  const viewer = viewerOf(stage, deed);
  const { id } = postOf(stage, deed.article);
  if (!deed.folder) {
    await toggleFavorite(ctx, viewer, id, true);
    return;
  }
  const folder = `${deed.by}/${deed.folder.name}`;
  await addToFolder(ctx, viewer, known(stage.folders.get(folder), folder), id);
}

export async function energize(stage: Stage, deed: DeedOf<'energize'>): Promise<void> {
  const ctx = stage.at(deed.when);
  const viewer = viewerOf(stage, deed);
  await energizePost(ctx, viewer, postOf(stage, deed.article).id, deed.form);
}
