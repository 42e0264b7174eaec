import type { Context, Viewer } from '../../context.ts';
import { calendarDay } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { lockPublicPost } from '../../posts/actions/lock-post.ts';
import { changeCounts } from '../../posts/actions/post-counts.ts';
import { assertActive } from '../../users/actions/lock-user.ts';
import { addReply, countRoots, insertComment, NO_IMAGE } from '../store/write.ts';
import { lockComment } from './lock-comment.ts';
import { readText } from './read-text.ts';

type ImportedComment = {
  post_id: number;
  reply_to_id: number | null;
  body: string;
  created_at: Date;
};

/**
 * A comment that was written elsewhere, with its own date, under the locks of a new one. It notifies nobody: what happened
 * years ago is no news. `record` runs in the same transaction.
 */
export async function importComment(
  ctx: Context,
  author: Viewer,
  { post_id, reply_to_id, body, created_at }: ImportedComment,
  record: (trx: Trx, id: number) => Promise<void>,
): Promise<number> {
  const text = await readText(ctx, author, { body });
  return ctx.tx(async (trx) => {
    await assertActive(trx, author.uid);
    const target =
      reply_to_id === null
        ? null
        : (await lockComment(trx, author, { owner: post_id, id: reply_to_id }, { itself: false }))
            .comment;
    if (!target) await lockPublicPost(trx, author, post_id);
    else await addReply(trx, post_id, target.root_id);
    const day = calendarDay(created_at);
    const id = await insertComment(trx, {
      post_id,
      author_uid: author.uid,
      root_id: target?.root_id ?? null,
      reply_to_id: target?.id ?? null,
      body: text.body,
      lang: text.lang,
      ...NO_IMAGE,
      created_at,
      day,
    });
    await record(trx, id);
    if (target) await countRoots(trx, [{ post_id, id: target.root_id }]);
    await changeCounts(trx, { post_id, day, comments: 1 });
    return id;
  });
}
