import { getVisibleCommentOf } from '../../comments/actions/find-comment.ts';
import type { Context, Viewer } from '../../context.ts';
import { getArticle } from '../../posts/actions/read-article.ts';
import { listUploads } from '../../uploads/actions.ts';
import { imageKeysIn } from '../../uploads/rules.ts';
import type { UploadedImage } from '../../uploads/schema.ts';
import { getUser } from '../../users/actions/find-user.ts';
import { displayName } from '../../users/actions/present-user.ts';
import type { SubjectKind } from '../rules.ts';
import { hasReported } from '../store/reports.ts';
import { getSubject } from './find-subject.ts';

export type DescribedSubject = {
  kind: SubjectKind;
  id: number;
  /** Of the post, or the name of the member. */
  title: string;
  /** Of the comment. */
  excerpt: string;
  /** Pictures that it shows, to report one of them instead. */
  pictures: UploadedImage[];
  /** The page that shows it. */
  back: string;
  own: boolean;
  before: boolean;
};

/** What the report page shows of its subject. */
export async function describeSubject(
  ctx: Context,
  viewer: Viewer,
  kind: SubjectKind,
  id: number,
): Promise<DescribedSubject> {
  const subject = await getSubject(ctx, viewer, kind, id);
  const shared = {
    ...{ kind, id, excerpt: '', pictures: [], back: `/space/${subject.uid}` },
    title: displayName(ctx, await getUser(ctx.db, subject.uid)),
    own: subject.uid === viewer.uid,
    before: await hasReported(ctx.db, viewer.uid, kind, id),
  };
  if (kind === 'post') {
    const { post, html } = await getArticle(ctx, viewer, id);
    const pictures = await listUploads(ctx.db, imageKeysIn(html));
    return { ...shared, title: post.title, pictures, back: `/posts/${id}` };
  }
  if (kind === 'comment') {
    const comment = await getVisibleCommentOf(ctx.db, viewer, { owner: undefined, id });
    const { body, image_key, post_id } = comment;
    const pictures = image_key === null ? [] : await listUploads(ctx.db, [image_key]);
    return { ...shared, excerpt: body, pictures, back: `/posts/${post_id}?comment=${id}#c-${id}` };
  }
  return shared;
}
