import { calendarDay } from '../../platform/clock.ts';
import { violatedConstraint } from '../../platform/db/errors.ts';
import { isEmptyBody } from '../../platform/html/empty.ts';
import { HtmlTooComplex } from '../../platform/html/limits.ts';
import { sanitizeBody } from '../../platform/html/sanitize.ts';
import { serializeBody } from '../../platform/html/serialize.ts';
import { translator } from '../../platform/i18n.ts';
import { importPost } from '../../posts/actions/import-post.ts';
import { getVisiblePost } from '../../posts/actions/lock-post.ts';
import { Refusal } from '../../refusals.ts';
import { textOf } from '../html/nodes.ts';
import { tidyHtml } from '../html/tidy.ts';
import type { PostRecord } from '../records.ts';
import { addLeftOut, addProblem } from '../report.ts';
import { chooseSummary, chooseTags, chooseTitle, isPublicNow, settleDates } from '../rules.ts';
import { findImported, insertImported } from '../store.ts';
import { getMember, viewerOf } from './import-authors.ts';
import { importPictures } from './import-pictures.ts';
import type { ImportState, PostOutcome } from './state.ts';

/** Null if it was not imported, and what the report names it by. */
export async function importPostRecord(state: ImportState, post: PostRecord): Promise<PostOutcome> {
  const { ctx, source, report, options, redirects } = state;
  if (post.is_page && !options.pages) {
    addLeftOut(report, 'pages');
    return null;
  }
  const key = { source: source.name, subject_kind: 'post', id: post.id } as const;
  try {
    const known = await findImported(ctx.db, key);
    if (known !== undefined) report.counts.already_imported += 1;
    const outcome =
      known === undefined ? await importNew(state, post, key) : await findOutcome(state, known);
    if (outcome?.is_public) redirects.add(post.addresses, outcome.id);
    return outcome;
  } catch (error) {
    addProblem(report, `post ${post.id} “${post.title}”`, explain(error));
    return null;
  }
}

async function findOutcome({ ctx }: ImportState, id: number): Promise<PostOutcome> {
  try {
    await getVisiblePost(ctx.db, null, id);
    return { id, is_public: true };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A draft, or deleted here: no redirect leads to it.
    return { id, is_public: false };
  }
}

async function importNew(
  state: ImportState,
  post: PostRecord,
  key: Parameters<typeof insertImported>[1],
): Promise<PostOutcome> {
  const { ctx, report, options } = state;
  const author = await getMember(state.authors, post.author);
  if (!author) {
    addLeftOut(report, 'posts of authors without an account');
    return null;
  }
  const now = ctx.now();
  const dates = settleDates(post, now);
  const { body, pictures } = tidyHtml(post.html, post);
  const text = textOf({
    type: 'element',
    tagName: 'div',
    properties: {},
    children: body.children as never,
  });
  const { tags, left_out } = chooseTags(post.tags);
  addLeftOut(report, 'tags that are too long or too many', left_out);
  const { cover_url } = await importPictures(state.pictures, author, post, pictures);
  const html = serializeBody(body);
  const is_public = isPublicNow(post, now) && hasText(html);
  if (options.dry_run) assertFits(html);
  const id = options.dry_run
    ? author.uid
    : await importPost(
        ctx,
        viewerOf(author.uid),
        {
          title: chooseTitle(post.title, text, calendarDay(dates.created_at)),
          summary: chooseSummary(post.summary),
          body: html,
          tags,
          cover_url,
          ...(post.lang ? { lang: post.lang } : {}),
          ...dates,
          published_at: is_public ? dates.published_at : null,
        },
        (trx, created) => insertImported(trx, key, created),
      );
  report.counts[is_public ? 'posts' : 'drafts'] += 1;
  return { id, is_public };
}

/** Readers get text or a picture: what has neither is a draft. */
function hasText(html: string): boolean {
  return !isEmptyBody(sanitizeBody(html, { isOwnImage: () => true }));
}

/** What a real import would find. */
function assertFits(html: string): void {
  sanitizeBody(html, { isOwnImage: () => true });
}

/** A text that cannot be stored is the operator's to read about; everything else ends the import. */
function explain(error: unknown): string {
  if (error instanceof HtmlTooComplex)
    return error.limit === 'bytes' ? 'the text is longer than 200 kB' : 'the HTML is too complex';
  if (error instanceof Refusal)
    return translator('en')(`refusals.${error.code}`, { ...error.members });
  if (violatedConstraint(error)?.startsWith('import_record_'))
    return 'another import has just imported it';
  throw error;
}
