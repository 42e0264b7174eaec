import { Flame, Newspaper, Users } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Layout } from '../../ui/layout.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import type { PostSummary } from '../schema.ts';
import { type Order, OrderTabs, orderHref } from './order-tabs.tsx';
import { PostList } from './post-list.tsx';

type PostIndexProps = {
  visit: PageView;
  order: Order;
  /** Null if the order needs a login. */
  posts: Page<PostSummary> | null;
  isFront: boolean;
  /** A message above the list. */
  banner?: ComponentChildren;
};

/** `/` and `/posts`: one list, three orders. */
export function PostIndex({ visit, order, posts, isFront, banner }: PostIndexProps) {
  const { t, visitor } = visit;
  return (
    <Layout
      visit={visit}
      title={isFront ? t('page.site') : t('reading.title')}
      description={t('reading.tagline')}
      canonical={isFront ? '/' : orderHref(order)}
      scripts={['reading']}
    >
      {banner}
      <header class="index-head">
        <h1>{isFront ? t('page.site') : t('reading.title')}</h1>
        <p class="index-tagline">{t('reading.tagline')}</p>
        {isFront && !visitor ? <Welcome visit={visit} /> : null}
      </header>
      <OrderTabs visit={visit} order={order} />
      {order === 'hot' ? <p class="index-hint">{t('reading.hot_hint')}</p> : null}
      <Posts visit={visit} order={order} posts={posts} />
    </Layout>
  );
}

/** For anonymous visitors. */
function Welcome({ visit }: { visit: PageView }) {
  const { t } = visit;
  return (
    <div class="index-welcome">
      <p>{t('reading.welcome')}</p>
      <p class="row">
        <a class="button button-primary" href="/register" rel="nofollow">
          {t('reading.register')}
        </a>
        <a class="button" href="/login" rel="nofollow">
          {t('reading.log_in')}
        </a>
      </p>
    </div>
  );
}

type PostsProps = Pick<PostIndexProps, 'visit' | 'order' | 'posts'>;

function Posts({ visit, order, posts }: PostsProps) {
  const { t } = visit;
  if (!posts) return <FollowingNeedsLogin visit={visit} />;
  if (posts.items.length === 0) return <NoPosts visit={visit} order={order} />;
  const { items, next_cursor } = posts;
  const joint = order === 'newest' ? '?' : '&';
  return (
    <div data-pages>
      <PostList visit={visit} posts={items} />
      <LoadMore
        href={next_cursor ? `${orderHref(order)}${joint}cursor=${next_cursor}` : null}
        more={t('shell.load_more')}
        end={t('shell.end')}
      />
    </div>
  );
}

function FollowingNeedsLogin({ visit }: { visit: PageView }) {
  const { t, here } = visit;
  return (
    <EmptyState icon={Users} title={t('reading.following_needs_login')}>
      <a
        class="button button-primary"
        href={`/login?next=${encodeURIComponent(here)}`}
        rel="nofollow"
      >
        {t('reading.log_in')}
      </a>
    </EmptyState>
  );
}

function NoPosts({ visit, order }: { visit: PageView; order: Order }) {
  const { t } = visit;
  if (order === 'newest') {
    return (
      <EmptyState icon={Newspaper} title={t('reading.empty')}>
        <a class="button button-primary" href="/studio/write">
          {t('reading.write')}
        </a>
      </EmptyState>
    );
  }
  const isHot = order === 'hot';
  return (
    <EmptyState
      icon={isHot ? Flame : Users}
      title={isHot ? t('reading.empty_hot') : t('reading.empty_following')}
    >
      {isHot ? null : <p>{t('reading.empty_following_hint')}</p>}
      <a class="button" href={orderHref('newest')}>
        {t('reading.see_newest')}
      </a>
    </EmptyState>
  );
}
