import { getVisibleCommentOf } from '../../comments/actions/find-comment.ts';
import type { Context, Viewer } from '../../context.ts';
import { getVisiblePost } from '../../posts/actions/lock-post.ts';
import { findImageAudience } from '../../reading/actions/image-visibility.ts';
import { Refusal } from '../../refusals.ts';
import { findUploadById } from '../../uploads/actions.ts';
import { findUser } from '../../users/actions/find-user.ts';
import type { SubjectKind } from '../rules.ts';
import type { Subject } from '../store/reports.ts';

/** D25: what the viewer may not see does not exist for a report either. */
export async function getSubject(
  ctx: Context,
  viewer: Viewer,
  kind: SubjectKind,
  id: number,
): Promise<Subject> {
  switch (kind) {
    case 'post':
      return { kind, id, uid: (await getVisiblePost(ctx.db, viewer, id)).author_uid };
    case 'comment':
      return {
        kind,
        id,
        uid: (await getVisibleCommentOf(ctx.db, viewer, { owner: undefined, id })).author_uid,
      };
    case 'user': {
      const user = await findUser(ctx.db, id);
      if (!user || user.deleted_at) throw new Refusal('not_found');
      return { kind, id, uid: id };
    }
    case 'upload': {
      const upload = await findUploadById(ctx.db, id);
      if (!upload || !(await findImageAudience(ctx, viewer, upload.key)))
        throw new Refusal('not_found');
      return { kind, id, uid: upload.uid };
    }
  }
}
