import { List } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import { memoize } from '../../platform/cache/memoize.ts';
import { decorateBody, type Heading } from '../../platform/html/decorate.ts';
import type { TrustedHtml } from '../../platform/html/trusted.ts';
import type { PageView } from '../../platform/http/page.ts';
import { LOCALES, translator } from '../../platform/i18n.ts';
import type { Language } from '../../platform/language/languages.ts';
import { TagLinks } from '../../tags/views/tag-links.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { memoizeByLocale } from '../../ui/memoize-by-locale.ts';
import { formatCompact, formatNumber } from '../../ui/numbers.ts';
import { Prose } from '../../ui/prose.tsx';
import { Time } from '../../ui/time.tsx';
import type { PostSummary } from '../schema.ts';
import { countWords, isMostlyCharacters, readingMinutes } from '../word-count.ts';
import { AuthorLine } from './author-name.tsx';
import { bodyLabels } from './body-labels.ts';

type ArticleProps = {
  visit: PageView;
  post: PostSummary;
  /** With highlighted code. */
  html: TrustedHtml;
  edited_at: string | null;
  /** Readers may see what edits changed. */
  hasChanges?: boolean;
  /** Where the page reports that somebody reads the post; undefined if that does not count (D62). */
  readsUrl?: string | undefined;
  /** Above the title: the ribbon. */
  ribbon?: ComponentChildren;
  /** Beside the author: the follow button, or the author's edit button. */
  side?: ComponentChildren;
  /** Beside the text, or at the bottom edge of a phone: the action bar. */
  actions?: ComponentChildren;
  /** Below: who lit it, the author, the comments. */
  children?: ComponentChildren;
};

/** The text between its lamp and its outline; on a phone one column. */
export function Article(props: ArticleProps) {
  const { visit, post, html, edited_at, hasChanges, readsUrl, ribbon, side, actions, children } =
    props;
  const body = decorate(visit.locale)(html);
  const lang = langOf(post.lang, visit.locale);
  return (
    <div class="reading">
      <div class="reading-column">
        {ribbon}
        <article
          class="article"
          data-article
          data-words={enhancementWords(visit.locale)}
          data-reads={readsUrl}
        >
          <header class="article-head">
            {post.tags.length > 0 ? (
              <p class="article-topics">
                <TagLinks tags={post.tags} />
              </p>
            ) : null}
            <h1 class="article-title" lang={lang}>
              {post.title}
            </h1>
            <div class="article-byline">
              <a
                class="article-avatar"
                href={`/space/${post.author.uid}`}
                tabIndex={-1}
                aria-label={post.author_name}
              >
                <Avatar user={post.author} size={40} />
              </a>
              <div class="article-author">
                <AuthorLine author={post.author} />
                <Dates
                  visit={visit}
                  post={post}
                  editedAt={edited_at}
                  hasChanges={hasChanges}
                  body={body}
                />
              </div>
              {side}
            </div>
          </header>
          <CollapsedOutline visit={visit} outline={body.outline} lang={lang} />
          <Prose html={body.html} lang={lang} />
        </article>
        {children}
      </div>
      {actions}
      <Outline visit={visit} outline={body.outline} lang={lang} />
    </div>
  );
}

/** The size of the cache. */
const CACHED_CHARACTERS = 4_000_000;

/** The decorated text with its length and reading time, the same for all readers. */
const decorate = memoizeByLocale((locale) =>
  memoize(
    (html: TrustedHtml) => {
      const t = translator(locale);
      const { text, ...body } = decorateBody(html, bodyLabels(t));
      const number = formatNumber(countWords(text), locale);
      return {
        ...body,
        length: t(isMostlyCharacters(text) ? 'reading.characters' : 'reading.words', { number }),
        minutes: readingMinutes(text),
      };
    },
    { maxCharacters: CACHED_CHARACTERS, sizeOf: ({ html }) => html.length },
  ),
);

/** For `posts/client/reading-code.ts` and `reading-pictures.ts`. */
const enhancementWords = memoizeByLocale((locale) => {
  const { code, image } = LOCALES[locale].reading;
  return JSON.stringify({ code, image });
});

type DatesProps = {
  visit: PageView;
  post: PostSummary;
  editedAt: string | null;
  hasChanges: boolean | undefined;
  body: { length: string; minutes: number };
};

function Dates({ visit, post, editedAt, hasChanges, body }: DatesProps) {
  const { t, locale, now } = visit;
  const { published_at, updated_at } = post;
  return (
    <p class="article-dates">
      <span>
        <span class={published_at ? 'visually-hidden' : undefined}>
          {published_at ? t('reading.published') : t('reading.saved')}{' '}
        </span>
        <Time at={published_at ?? updated_at} locale={locale} now={now} />
      </span>
      {editedAt ? (
        <span>
          {t('reading.edited')} <Time at={editedAt} locale={locale} now={now} />
          {hasChanges ? (
            <>
              {t('reading.comma')}
              <a href={`/posts/${post.id}/changes`}>{t('versions.changes_link')}</a>
            </>
          ) : null}
        </span>
      ) : null}
      <span>
        {body.length}
        {t('reading.comma')}
        {t('reading.minutes', { count: body.minutes })}
      </span>
      {post.read_count === null ? null : (
        <span>
          {t('reading.reads', {
            count: post.read_count,
            number: formatCompact(post.read_count, locale),
          })}
        </span>
      )}
    </p>
  );
}

/** Fewer headings need no outline. */
const OUTLINE_MIN = 2;

/** `lang`: of the headings, if it is not that of the page. */
type OutlineProps = { visit: PageView; outline: Heading[]; lang: Language | undefined };

/** Sticky beside the text on wide screens. */
function Outline({ visit, outline, lang }: OutlineProps) {
  if (outline.length < OUTLINE_MIN) return null;
  return (
    <nav class="post-outline" aria-labelledby="outline-title">
      <h2 id="outline-title" class="post-outline-title">
        {visit.t('reading.outline')}
      </h2>
      <OutlineLinks outline={outline} lang={lang} class="post-outline-link" />
    </nav>
  );
}

/** The same above the text, where there is no room beside it. */
function CollapsedOutline({ visit, outline, lang }: OutlineProps) {
  if (outline.length < OUTLINE_MIN) return null;
  return (
    <details class="post-outline-collapsed">
      <summary>
        <Icon of={List} size={18} />
        {visit.t('reading.outline')}
        <span class="post-outline-preview" lang={lang}>
          {preview(outline)}
        </span>
      </summary>
      <OutlineLinks outline={outline} lang={lang} class="post-outline-entry" />
    </details>
  );
}

/** As many headings as fit in a line; the style sheet cuts the rest. */
const PREVIEWED = 4;

function preview(outline: Heading[]): string {
  return outline
    .filter(({ level }) => level === 2)
    .slice(0, PREVIEWED)
    .map(({ text }) => text)
    .join(' · ');
}

type OutlineLinksProps = Pick<OutlineProps, 'outline' | 'lang'> & { class: string };

function OutlineLinks({ outline, lang, class: className }: OutlineLinksProps) {
  return (
    <ol lang={lang}>
      {outline.map(({ id, level, text }) => (
        <li key={id} class={`post-outline-${level}`}>
          <a class={className} href={`#${id}`}>
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
}
