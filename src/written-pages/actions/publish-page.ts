import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { afterCommit } from '../../platform/db/transaction.ts';
import { isEmptyBody } from '../../platform/html/empty.ts';
import { invalidate, SITE_SUBJECT } from '../../platform/invalidations.ts';
import type { PageName } from '../../platform/site.ts';
import { runProcessText } from '../../posts/actions/text-work.ts';
import { type FieldError, Refusal } from '../../refusals.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { isTerms, languageOf, PAGE_LOCALES } from '../rules.ts';
import type { PageDraft, PublishBody } from '../schema.ts';
import * as store from '../store/versions.ts';
import { acceptOwn } from './accept-terms.ts';
import { getDraft } from './read-pages.ts';

/** Every publication is a version. Publishing what is public already, and asking for nothing, changes nothing. */
export async function publishPage(
  ctx: Context,
  owner: Viewer,
  page: PageName,
  input: PublishBody,
): Promise<PageDraft> {
  const must_accept = input.must_accept ?? false;
  if (must_accept && !isTerms(page)) throw refusedAt('must_accept', 'not for this page');
  const texts = await writeTexts(ctx, owner, input);
  await ctx.tx(async (trx) => {
    const newest = await lockNewest(trx, owner, page, input.version);
    if (!must_accept && newest && !newest.withdrawn && (await isSame(trx, newest.id, texts)))
      return;
    await insert(ctx, trx, owner, {
      page,
      texts,
      before: newest,
      must_accept,
      withdrawn: false,
    });
  });
  return getDraft(ctx, page);
}

/** Nobody finds the page any more. Its versions stay, and are readable again with the next publication. */
export async function withdrawPage(ctx: Context, owner: Viewer, page: PageName): Promise<void> {
  await ctx.tx(async (trx) => {
    const newest = await lockNewest(trx, owner, page);
    if (!newest || newest.withdrawn) throw new Refusal('not_found');
    await insert(ctx, trx, owner, {
      page,
      texts: [],
      before: newest,
      must_accept: false,
      withdrawn: true,
    });
  });
}

type Newest = Awaited<ReturnType<typeof store.findVersion>>;

/** One publication after the other: their ids must become visible in their order, or a member could miss one. */
async function lockNewest(
  trx: Trx,
  owner: Viewer,
  page: PageName,
  known?: number,
): Promise<Newest> {
  await lockUser(trx, owner.uid);
  const newest = await store.findVersion(trx, page);
  const current_version = newest?.version ?? 0;
  if (known !== undefined && known !== current_version)
    throw new Refusal('stale_version', { current_version });
  return newest;
}

type Publication = {
  page: PageName;
  texts: store.PageTextRow[];
  before: Newest;
  must_accept: boolean;
  withdrawn: boolean;
};

async function insert(
  ctx: Context,
  trx: Trx,
  owner: Viewer,
  { page, texts, before, must_accept, withdrawn }: Publication,
): Promise<void> {
  const published_at = ctx.now();
  const version = (before?.version ?? 0) + 1;
  const row = { page, version, must_accept, withdrawn, published_at };
  const title = (withdrawn && before ? await store.selectTexts(trx, before.id) : texts)
    .map((text) => text.title)
    .join(' / ');
  const id = await store.insertVersion(trx, row);
  await store.insertTexts(trx, id, texts);
  if (isTerms(page)) await acceptOwn(trx, owner.uid, id, published_at);
  await recordStaffAction(ctx, trx, owner, {
    action: withdrawn ? 'page.withdraw' : 'page.publish',
    subject_kind: 'page',
    subject_id: id,
    reason: '',
    before: { version: before?.version ?? null },
    after: { page, title, version, ...(must_accept ? { must_accept } : {}) },
  });
  // In this process before the response; the trigger of migration 0100 notifies the others.
  afterCommit(trx, async () => invalidate(SITE_SUBJECT));
}

async function isSame(trx: Trx, versionId: number, texts: store.PageTextRow[]): Promise<boolean> {
  const stored = await store.selectTexts(trx, versionId);
  const same = (text: store.PageTextRow) =>
    stored.some(
      ({ locale, title, body }) =>
        locale === text.locale && title === text.title && body === text.body,
    );
  return stored.length === texts.length && texts.every(same);
}

/** D26: sanitized as posts are, without pictures. A language is written with its title, or not at all. */
async function writeTexts(
  ctx: Context,
  owner: Viewer,
  input: PublishBody,
): Promise<store.PageTextRow[]> {
  const texts: store.PageTextRow[] = [];
  for (const locale of PAGE_LOCALES) {
    const title = input[`title.${locale}`]?.trim() ?? '';
    const html = input[`body.${locale}`] ?? '';
    const { body, rendered } = await runProcessText(ctx, owner, {
      ...{ title, html, ownImages: [], summary: '' },
      lang: languageOf(locale),
    });
    const isWritten = !isEmptyBody(body);
    if (!isWritten && title === '') continue;
    if (!isWritten) throw refusedAt(`body.${locale}`, 'needs text');
    if (title === '') throw refusedAt(`title.${locale}`, 'needs a title');
    texts.push({ locale, title, body, rendered });
  }
  if (texts.length === 0) throw new Refusal('empty_body');
  return texts;
}

function refusedAt(field: string, detail: string): Refusal {
  const fields: FieldError[] = [{ pointer: `/${field}`, detail }];
  return new Refusal('invalid_input', {}, { fields });
}
