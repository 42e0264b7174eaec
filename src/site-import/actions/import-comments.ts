import { importComment } from '../../comments/actions/import-comment.ts';
import type { Context, Viewer } from '../../context.ts';
import { violatedConstraint } from '../../platform/db/errors.ts';
import { HtmlTooComplex } from '../../platform/html/limits.ts';
import { Refusal } from '../../refusals.ts';
import { findUserByEmail } from '../../users/actions/find-user.ts';
import { plainTextOf } from '../html/plain-text.ts';
import { type CommentRecord, ImportError } from '../records.ts';
import { addLeftOut, addProblem } from '../report.ts';
import { splitComment } from '../rules.ts';
import { findImported, insertImported } from '../store.ts';
import { getMember, viewerOf } from './import-authors.ts';
import type { ImportState, PostOutcome } from './state.ts';

const NAME_MAX = 60;

export type CommentImport = {
  /** The following comments are those of this post. */
  under(id: string, post: PostOutcome): void;
  add(comment: CommentRecord): Promise<void>;
};

/** Comments of members; those of guests only if the operator named somebody in whose name they appear. */
export function importComments(state: ImportState): CommentImport {
  let current: { id: string; post: PostOutcome } = { id: '', post: null };
  let guests: Promise<Viewer> | undefined;
  return {
    under: (id, post) => {
      current = { id, post };
    },
    add: async (comment) => {
      const { report, options } = state;
      const post = current.id === comment.post ? current.post : null;
      if (!post?.is_public) {
        addLeftOut(report, 'comments on what is not public here');
        return;
      }
      const member = comment.author === null ? null : await getKnown(state, comment.author);
      if (!member && options.guests === null) {
        addLeftOut(report, 'comments of guests');
        return;
      }
      guests ??= member ? undefined : findGuests(state.ctx, options.guests ?? '');
      const author = member ?? (await guests);
      if (author) await importOne(state, comment, { post, author, is_guest: !member });
    },
  };
}

/** Without a complaint about an address that is missing: the comment is one of a guest then. */
async function getKnown({ authors }: ImportState, id: string): Promise<Viewer | null> {
  const author = authors.authors.get(id);
  const isKnown = author?.email || authors.addresses.has(id) || authors.members.has(id);
  return isKnown ? getMember(authors, id) : null;
}

async function findGuests(ctx: Context, email: string): Promise<Viewer> {
  const user = await findUserByEmail(ctx.db, email);
  if (!user || user.deleted_at)
    throw new ImportError(`There is no member ${email} for the comments of guests.`);
  return viewerOf(user.uid);
}

type Written = { post: NonNullable<PostOutcome>; author: Viewer; is_guest: boolean };

async function importOne(
  state: ImportState,
  comment: CommentRecord,
  written: Written,
): Promise<void> {
  const { report } = state;
  try {
    await importParts(state, comment, written);
  } catch (error) {
    if (error instanceof HtmlTooComplex) addProblem(report, `comment ${comment.id}`, 'too long');
    else if (error instanceof Refusal) addProblem(report, `comment ${comment.id}`, error.code);
    else if (!violatedConstraint(error)?.startsWith('import_record_')) throw error;
    else addProblem(report, `comment ${comment.id}`, 'another import has just imported it');
  }
}

/** A comment that is too long for one continues in replies to itself. */
async function importParts(
  { ctx, source, report, options }: ImportState,
  comment: CommentRecord,
  { post, author, is_guest }: Written,
): Promise<void> {
  const text = plainTextOf(comment.html);
  const name = comment.guest.replace(/\s+/g, ' ').trim().slice(0, NAME_MAX);
  const { parts, is_whole } = splitComment(is_guest && name ? `${name}: ${text}` : text);
  if (!is_whole) addProblem(report, `comment ${comment.id}`, 'its end is left out');
  if (text === '' || parts.length === 0) {
    addLeftOut(report, 'comments without text');
    return;
  }
  const keyOf = (id: string) => ({ source: source.name, subject_kind: 'comment', id }) as const;
  const created_at =
    comment.created_at && comment.created_at <= ctx.now() ? comment.created_at : ctx.now();
  let above: number | null =
    comment.parent === null ? null : ((await findImported(ctx.db, keyOf(comment.parent))) ?? null);
  for (const [index, body] of parts.entries()) {
    const key = keyOf(index === 0 ? comment.id : `${comment.id} ${index + 1}`);
    const known = await findImported(ctx.db, key);
    const count = known === undefined ? 'comments' : 'already_imported';
    if (index === 0) report.counts[count] += 1;
    if (options.dry_run) return;
    // What it replies to may be deleted here since: then it stands on its own.
    above =
      known ??
      (await importComment(
        ctx,
        author,
        { post_id: post.id, reply_to_id: above, body, created_at },
        (trx, id) => insertImported(trx, key, id),
      ));
  }
}
