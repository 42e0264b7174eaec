import type { ComponentChildren } from 'preact';
import { BlockLink } from '../../blocks/views/block-link.tsx';
import type { PageView } from '../../platform/http/page.ts';
import { type Locale, translator } from '../../platform/i18n.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { glowOf } from '../../ui/glow.ts';
import { memoizedHtml } from '../../ui/memoized-html.ts';
import { formatCompact } from '../../ui/numbers.ts';
import type { UserCard } from '../../users/schema.ts';
import { AuthorLine } from './author-name.tsx';

type AuthorCardProps = {
  visit: PageView;
  author: UserCard;
  signature: string;
  counts: {
    followers: number;
    posts: { value: number; isMore: boolean };
    /** Null if unknown. */
    received: number | null;
  };
  /** The follow button. */
  children: ComponentChildren;
};

/** Who wrote it, after the text. */
export function AuthorCard({ visit, author, signature, counts, children }: AuthorCardProps) {
  const { t, locale } = visit;
  const { followers, posts, received } = counts;
  const number = (count: number) => ({ count, number: formatCompact(count, locale) });
  const facts = [
    t('reading.author.followers', number(followers)),
    t(posts.isMore ? 'reading.author.more_posts' : 'reading.author.posts', number(posts.value)),
    ...(received === null ? [] : [t('reading.author.received', number(received))]),
  ];
  return (
    <section class="author-card" aria-label={t('reading.author.title')}>
      <Avatar user={author} size={56} />
      <div>
        <AuthorLine author={author} />
        {signature ? <p class="author-card-signature">{signature}</p> : null}
        <p class="meta">{facts.join(' · ')}</p>
        <BlockLink visit={visit} uid={author.uid} />
      </div>
      {children}
    </section>
  );
}

type OtherPost = { id: number; title: string; energy: number; comment_count: number };
type MoreOfAuthorProps = { visit: PageView; author: UserCard; posts: OtherPost[] };

/** Other posts of the author, each with its lamp. The same for all readers, so its HTML is rendered once. */
export function MoreOfAuthor({ visit, author, posts }: MoreOfAuthorProps) {
  if (posts.length === 0) return null;
  return <MemoizedMore locale={visit.locale} uid={author.uid} name={author.name} posts={posts} />;
}

const MemoizedMore = memoizedHtml(More);

type MoreProps = { locale: Locale; uid: number; name: string; posts: OtherPost[] };

function More({ locale, uid, name, posts }: MoreProps) {
  const t = translator(locale);
  return (
    <section aria-labelledby="more-of-author">
      <div class="after-head">
        <h2 id="more-of-author">{t('reading.author.more', { name })}</h2>
        <a class="after-link" href={`/space/${uid}`}>
          {t('reading.author.all')}
        </a>
      </div>
      <ol class="short-list">
        {posts.map(({ id, title, energy, comment_count }) => (
          <li key={id} class={`short-post glow-${glowOf(energy)}`}>
            <span class="lamp" />
            <a class="short-post-title" href={`/posts/${id}`}>
              {title}
            </a>
            <span class="meta">
              {t('reading.author.counts', {
                count: comment_count,
                energy: formatCompact(energy, locale),
                comments: formatCompact(comment_count, locale),
              })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
