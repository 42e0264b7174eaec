import { Heart, MessageCircle } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { type Locale, translator } from '../../platform/i18n.ts';
import { TagLinks } from '../../tags/views/tag-links.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { glowOf } from '../../ui/glow.ts';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { LevelSeal } from '../../ui/level-seal.tsx';
import { memoizedHtml } from '../../ui/memoized-html.ts';
import { formatCompact } from '../../ui/numbers.ts';
import { PostLamp } from '../../ui/post-lamp.tsx';
import { formatRelativeTime, TimeWithText } from '../../ui/time.tsx';
import type { PostSummary } from '../schema.ts';
import { AuthorName } from './author-name.tsx';
import { StatusChip } from './status-chip.tsx';

type PostListProps = {
  visit: PageView;
  posts: PostSummary[];
  /** The id of the post that is shown large. */
  lead?: number | null;
};

/** Inside an element with `data-pages`, beside a `LoadMore`; scripts append the next page to it. */
export function PostList({ visit, posts, lead = null }: PostListProps) {
  return (
    <ol class="post-list" data-list>
      {posts.map((post) => (
        <li key={post.id}>
          <PostCard visit={visit} post={post} isLead={post.id === lead} />
        </li>
      ))}
    </ol>
  );
}

/** A text in pieces; `hit` if it is what somebody searched for. */
type MarkedText = { text: string; hit?: true }[];
type Marks = { title: MarkedText; text: MarkedText };

type PostCardProps = {
  visit: PageView;
  post: PostSummary;
  isLead?: boolean;
  /** Shown instead of the title and the summary. */
  marks?: Marks;
};

export function PostCard({ visit, post, isLead = false, marks }: PostCardProps) {
  const { locale, now } = visit;
  const when = formatRelativeTime(post.published_at ?? post.updated_at, now, locale);
  // Not memoized: the next query marks something else.
  if (marks) return <Card post={post} isLead={false} locale={locale} when={when} marks={marks} />;
  return <MemoizedCard post={post} isLead={isLead} locale={locale} when={when} />;
}

/** A card is the same for all viewers, so its HTML is rendered once. */
const MemoizedCard = memoizedHtml(Card);

type CardProps = {
  post: PostSummary;
  isLead: boolean;
  locale: Locale;
  when: string;
  marks?: Marks;
};

function Card({ post, isLead, locale, when, marks }: CardProps) {
  const { author, energy, id, status, title } = post;
  const t = translator(locale);
  const lang = langOf(post.lang, locale);
  const kind = marks && post.kind === 'note' ? 'plain' : post.kind;
  return (
    <article class={`post-card post-card-${isLead ? 'lead' : kind} glow-${glowOf(energy)}`}>
      <PostLamp energy={energy} locale={locale} />
      <div class="post-card-body">
        <div class="post-card-text">
          <div class="post-card-by">
            <a class="byline" href={`/space/${author.uid}`}>
              <Avatar user={author} size={24} />
              <span class="byline-name">
                <AuthorName author={author} />
              </span>
              <LevelSeal level={author.level} />
            </a>
            <span class="dot">
              <TimeWithText at={post.published_at ?? post.updated_at} locale={locale} text={when} />
            </span>
            {isLead ? <span class="dot brightest">{t('reading.brightest')}</span> : null}
            {status === 'approved' ? null : <StatusChip visit={{ t }} status={status} />}
          </div>
          <h2 class="post-card-title" lang={lang}>
            <a href={`/posts/${id}`} data-stop>
              {marks ? <Marked text={marks.title} /> : title}
            </a>
          </h2>
          {marks ? (
            <p class="post-card-summary" lang={lang}>
              <Marked text={marks.text} />
            </p>
          ) : (
            <Text post={post} lang={lang} />
          )}
          <Foot post={post} locale={locale} />
        </div>
        <Cover post={post} isLead={isLead} />
      </div>
    </article>
  );
}

function Marked({ text }: { text: MarkedText }) {
  return <>{text.map((part) => (part.hit ? <mark>{part.text}</mark> : part.text))}</>;
}

/** A note is shown whole, anything else by its summary. */
function Text({ post, lang }: { post: PostSummary; lang: string | undefined }) {
  const { kind, note, summary } = post;
  const paragraphs = kind === 'note' && note ? note.split('\n') : [summary];
  return (
    <>
      {paragraphs.map((text, index) =>
        text ? (
          <p key={index} class="post-card-summary" lang={lang}>
            {text}
          </p>
        ) : null,
      )}
    </>
  );
}

function Cover({ post, isLead }: { post: PostSummary; isLead: boolean }) {
  if (!post.picture) return null;
  const { url, width, height } = post.picture;
  return (
    <img
      class="post-card-picture"
      src={url}
      alt=""
      width={width}
      height={height}
      decoding="async"
      // The lead is the first thing that one sees.
      {...(isLead ? {} : { loading: 'lazy' as const })}
    />
  );
}

/** More would not fit beside the counts on a phone. */
const CARD_TAGS = 2;

/** Tags, the reading time, likes and comments; zero is not shown. The energy is under the lamp. */
function Foot({ post, locale }: { post: PostSummary; locale: Locale }) {
  const t = translator(locale);
  const counts = [
    { icon: Heart, label: t('reading.likes'), value: post.like_count },
    { icon: MessageCircle, label: t('reading.comments'), value: post.comment_count },
  ].filter(({ value }) => value > 0);
  return (
    <div class="post-card-foot">
      <TagLinks tags={post.tags.slice(0, CARD_TAGS)} />
      {post.minutes === null ? null : (
        <span>{t('reading.minutes_short', { count: post.minutes })}</span>
      )}
      {post.read_count === null ? null : (
        <span>
          {t('reading.reads', {
            count: post.read_count,
            number: formatCompact(post.read_count, locale),
          })}
        </span>
      )}
      <ul class="post-counts">
        {counts.map(({ icon, label, value }) => (
          <li key={label} title={label}>
            <Icon of={icon} size={15} />
            <span class="visually-hidden">{label} </span>
            {formatCompact(value, locale)}
          </li>
        ))}
      </ul>
    </div>
  );
}
