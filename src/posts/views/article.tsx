import type { ComponentChildren } from 'preact';
import { memoize } from '../../platform/cache/memoize.ts';
import { decorateBody, type Heading } from '../../platform/html/decorate.ts';
import type { TrustedHtml } from '../../platform/html/trusted.ts';
import type { PageView } from '../../platform/http/page.ts';
import { LOCALES, translator } from '../../platform/i18n.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { LevelSeal } from '../../ui/level-seal.tsx';
import { memoizeByLocale } from '../../ui/memoize-by-locale.ts';
import { Prose } from '../../ui/prose.tsx';
import { Time } from '../../ui/time.tsx';
import type { PostSummary } from '../schema.ts';
import { readingMinutes } from '../word-count.ts';
import { AuthorName } from './author-name.tsx';

type ArticleProps = {
  visit: PageView;
  post: PostSummary;
  /** With highlighted code. */
  html: TrustedHtml;
  edited_at: string | null;
  /** Above the title: the ribbon. */
  ribbon?: ComponentChildren;
  /** Beside the author: the follow button. */
  follow?: ComponentChildren;
  /** Under the text: the action bar. */
  actions?: ComponentChildren;
  /** Below: the comments. */
  children?: ComponentChildren;
};

/** One column of text, with the outline beside it on wide screens. */
export function Article(props: ArticleProps) {
  const { visit, post, html, edited_at, ribbon, follow, actions, children } = props;
  const body = decorate(visit.locale)(html);
  return (
    <div class="reading">
      <div class="reading-column">
        {ribbon}
        <article class="article" data-article data-words={enhancementWords(visit.locale)}>
          <header class="article-head">
            <h1 class="article-title">{post.title}</h1>
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
                <p>
                  <a class="article-name" href={`/space/${post.author.uid}`}>
                    <AuthorName author={post.author} />
                  </a>{' '}
                  <LevelSeal level={post.author.level} />
                </p>
                <Dates visit={visit} post={post} editedAt={edited_at} minutes={body.minutes} />
              </div>
              {follow}
            </div>
          </header>
          <Prose html={body.html} />
          {actions}
        </article>
        {children}
      </div>
      <Outline visit={visit} outline={body.outline} />
    </div>
  );
}

/** The size of the cache. */
const CACHED_CHARACTERS = 4_000_000;

/** The decorated text and its reading time, the same for all readers. */
const decorate = memoizeByLocale((locale) =>
  memoize(
    (html: TrustedHtml) => {
      const enlarge = translator(locale)('reading.image.enlarge');
      const { text, ...body } = decorateBody(html, { enlarge });
      return { ...body, minutes: readingMinutes(text) };
    },
    { maxCharacters: CACHED_CHARACTERS, sizeOf: ({ html }) => html.length },
  ),
);

/** For `posts/client/reading-code.ts` and `reading-pictures.ts`. */
const enhancementWords = memoizeByLocale((locale) => {
  const { code, image } = LOCALES[locale].reading;
  return JSON.stringify({ code, image });
});

type DatesProps = { visit: PageView; post: PostSummary; editedAt: string | null; minutes: number };

function Dates({ visit, post, editedAt, minutes }: DatesProps) {
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
        </span>
      ) : null}
      <span>{t('reading.minutes', { count: minutes })}</span>
    </p>
  );
}

/** Fewer headings need no outline. */
const OUTLINE_MIN = 2;

function Outline({ visit, outline }: { visit: PageView; outline: Heading[] }) {
  const { t } = visit;
  if (outline.length < OUTLINE_MIN) return null;
  return (
    <nav class="post-outline" aria-labelledby="outline-title">
      <h2 id="outline-title" class="post-outline-title">
        {t('reading.outline')}
      </h2>
      <ol>
        {outline.map(({ id, level, text }) => (
          <li key={id} class={`post-outline-${level}`}>
            <a class="post-outline-link" href={`#${id}`}>
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
