import { findBan } from '../../../bans/actions/read-bans.ts';
import type { Ban } from '../../../bans/schema.ts';
import { readCommentTexts } from '../../../comments/actions/read-held.ts';
import type { Context } from '../../../context.ts';
import { readCase } from '../../../reports/actions/read-cases.ts';
import { urlOf } from '../../../uploads/rules.ts';
import type { QueueItem } from '../../schema/queue.ts';
import { listCommentSources } from '../../store/log-subjects.ts';
import { findUploadOwner } from '../../store/pictures.ts';

/** What a moderator reads before deciding on an item, besides what the list shows. */
export type ItemContext = {
  /** A comment in full. */
  text: string;
  /** Of a reported picture. */
  picture_url?: string;
  /** The post that is reported. */
  post_id?: number;
  /** The page with it, if readers or staff can open it. */
  href?: string;
  reports: { id: number; reason: string; note: string }[];
  /** What an appeal is against. */
  ban?: Ban | undefined;
};

/** Undefined if the reports are gone. */
export async function readContext(
  ctx: Context,
  { kind, id, excerpt, author }: QueueItem,
): Promise<ItemContext | undefined> {
  if (kind === 'comment') return { text: excerpt, reports: [], ...(await postOf(ctx, id)) };
  if (kind === 'appeal')
    return { text: excerpt, reports: [], ban: author ? await findBan(ctx, author.uid) : undefined };
  if (kind !== 'report') return { text: '', reports: [] };
  const found = await readCase(ctx, id);
  if (!found) return undefined;
  const { reports } = found;
  const { subject_kind, subject_id, subject_uid } = found.found;
  switch (subject_kind) {
    case 'post':
      return { text: '', reports, post_id: subject_id, href: `/posts/${subject_id}` };
    case 'comment': {
      const texts = await readCommentTexts(ctx, [subject_id]);
      return { text: texts.get(subject_id) ?? '', reports, ...(await postOf(ctx, subject_id)) };
    }
    case 'upload': {
      const upload = await findUploadOwner(ctx.db, subject_id);
      const picture = upload ? { picture_url: urlOf(upload.key) } : {};
      return { text: '', reports, href: `/space/${subject_uid}`, ...picture };
    }
    case 'user':
      return { text: '', reports, href: `/space/${subject_uid}` };
  }
}

/** A held comment is on no page; its conversation is. */
async function postOf(ctx: Context, comment: number): Promise<{ href?: string }> {
  const [source] = await listCommentSources(ctx.db, [comment]);
  return source ? { href: `/posts/${source.post_id}?comment=${comment}#comments` } : {};
}
