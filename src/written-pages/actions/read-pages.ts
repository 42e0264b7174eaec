import type { Context, Viewer } from '../../context.ts';
import type { TrustedHtml } from '../../platform/html/trusted.ts';
import { type Page, type PageRequest, readPage, toPage } from '../../platform/http/pagination.ts';
import type { Locale } from '../../platform/i18n.ts';
import { type PageName, WRITTEN_PAGES } from '../../platform/site.ts';
import { runCompareVersions } from '../../posts/actions/text-work.ts';
import type { Comparison } from '../../posts/compare-texts.ts';
import { Refusal } from '../../refusals.ts';
import { chooseText } from '../rules.ts';
import {
  type PageDraft,
  type PageSummary,
  type PageText,
  type PageVersion,
  PageVersionNumber,
} from '../schema.ts';
import * as store from '../store/versions.ts';

/** From memory. */
export async function listPages(ctx: Context): Promise<PageSummary[]> {
  const { pages } = await ctx.site.load();
  return pages.map(({ name, path, titles, version, published_at }) => {
    const texts = Object.entries(titles).map(([locale, title]) => ({ locale, title }));
    const { locale, title = '' } = chooseText(texts, ctx.locale) ?? { locale: ctx.locale };
    return { name, path, title, lang: locale as Locale, version, published_at };
  });
}

export async function isPublished(ctx: Context, name: PageName): Promise<boolean> {
  return (await ctx.site.load()).pages.some((page) => page.name === name);
}

/** A page that the owner took down has no versions either. */
async function assertPublished(ctx: Context, name: PageName): Promise<void> {
  if (!(await isPublished(ctx, name))) throw new Refusal('not_found');
}

/** `rendered` for a page, with highlighted code and formulas; `body` as it was saved. */
export type ReadPage = Omit<PageText, 'body'> & { body: TrustedHtml; rendered: TrustedHtml };

/** Without a version, the newest. */
export async function getPage(
  ctx: Context,
  name: PageName,
  { version, locale }: { version: number | undefined; locale: Locale },
): Promise<ReadPage> {
  await assertPublished(ctx, name);
  const newest = (await ctx.site.load()).pages.find((page) => page.name === name)?.version;
  const row = await store.findVersion(ctx.db, name, version ?? newest);
  const text = row && chooseText(await store.selectTexts(ctx.db, row.id), locale);
  if (!row || !text) throw new Refusal('not_found');
  return {
    ...{ name, path: WRITTEN_PAGES[name], id: row.id, version: row.version },
    must_accept: row.must_accept,
    published_at: row.published_at.toISOString(),
    is_newest: row.version === newest,
    lang: text.locale as Locale,
    title: text.title,
    // Sanitized when it was saved.
    body: text.body as TrustedHtml,
    rendered: (text.rendered ?? text.body) as TrustedHtml,
  };
}

export async function listPageVersions(
  ctx: Context,
  name: PageName,
  request: PageRequest,
): Promise<Page<PageVersion>> {
  await assertPublished(ctx, name);
  const page = readPage(PageVersionNumber, request);
  const rows = await store.listVersions(ctx.db, name, page);
  return toPage(
    rows,
    page.limit,
    ({ version }) => version,
    ({ published_at, ...row }) => ({ ...row, published_at: published_at.toISOString() }),
  );
}

export type ComparedPage = { from: number; to: ReadPage; comparison: Comparison };
/** The first and second version; without them, what changed since the member accepted, or else the newest change. */
type Range = { from: number | undefined; to: number | undefined; locale: Locale };

/** In a language that both versions have. */
export async function comparePages(
  ctx: Context,
  viewer: Viewer | null,
  name: PageName,
  { from, to, locale }: Range,
): Promise<ComparedPage> {
  const after = await getPage(ctx, name, { version: to, locale });
  const before = await store.findVersion(
    ctx.db,
    name,
    from ?? (await findEarlier(ctx, viewer, after)),
  );
  if (!before || before.version >= after.version) throw new Refusal('not_found');
  const olds = await store.selectTexts(ctx.db, before.id);
  const news = (await store.selectTexts(ctx.db, after.id)).filter((text) =>
    olds.some((old) => old.locale === text.locale),
  );
  const text = chooseText(news, locale);
  const old = olds.find((one) => one.locale === text?.locale);
  if (!text || !old) throw new Refusal('not_found');
  // Members take turns in the threads; all visitors together have one turn.
  const reader = viewer ?? { uid: 0 };
  const comparison = await runCompareVersions(ctx, reader, {
    before: { title: old.title, summary: '', body: old.body },
    after: { title: text.title, summary: '', body: text.body },
  });
  return { from: before.version, to: { ...after, lang: text.locale as Locale }, comparison };
}

async function findEarlier(
  { db }: Context,
  viewer: Viewer | null,
  after: ReadPage,
): Promise<number> {
  const accepted = viewer?.accepted_terms ?? 0;
  const known =
    accepted < after.id ? await store.findVersionUpTo(db, after.name, accepted) : undefined;
  return known ?? (await store.findVersionUpTo(db, after.name, after.id - 1)) ?? 0;
}

/** For the owner: the texts of the newest version, also of a page that was taken down. */
export async function getDraft({ db }: Context, name: PageName): Promise<PageDraft> {
  const newest = await store.findVersion(db, name);
  if (!newest) return { name, version: 0, is_published: false, texts: [] };
  const written = newest.withdrawn ? await store.findVersionUpTo(db, name, newest.id) : undefined;
  const shown = written === undefined ? newest : await store.findVersion(db, name, written);
  const texts = shown ? await store.selectTexts(db, shown.id) : [];
  return {
    name,
    version: newest.version,
    is_published: !newest.withdrawn,
    texts: texts.map(({ locale, title, body }) => ({ lang: locale as Locale, title, body })),
  };
}
