import { FileText, PencilLine } from 'lucide-static';
import type { VNode } from 'preact';
import type { Viewer } from '../../context.ts';
import { listOwnPosts, listPosts } from '../../posts/actions/read-posts.ts';
import { type PostStatus, STATUSES } from '../../posts/rules.ts';
import type { OwnPostSummary } from '../../posts/schema.ts';
import { PostCard, PostList } from '../../posts/views/post-list.tsx';
import { statusName } from '../../posts/views/status-chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { formatRelativeTime } from '../../ui/time.tsx';
import { spaceHref } from '../views/space-links.ts';
import { personalPanel } from './personal.tsx';
import type { Space, SpaceQuery } from './space.tsx';

/** Visitors see public posts; the owner sees all of theirs and the personal panel. */
export async function postsTab(space: Space, query: SpaceQuery): Promise<VNode> {
  if (!space.own) return publicPosts(space, query);
  const [posts, panel] = await Promise.all([
    ownPosts(space, space.own.viewer, query),
    personalPanel(space, space.own.viewer),
  ]);
  return (
    <div class="space-columns">
      <div class="space-main">{posts}</div>
      {panel}
    </div>
  );
}

async function publicPosts(space: Space, { cursor }: SpaceQuery): Promise<VNode> {
  const { ctx, visit, viewer, profile } = space;
  const { t } = visit;
  const page = { author: profile.uid, ...(cursor ? { cursor } : {}) };
  const { items, next_cursor } = await listPosts(ctx, viewer, page);
  if (items.length === 0) return <EmptyState icon={FileText} title={t('space.posts.empty')} />;
  return (
    <section data-pages>
      <PostList visit={visit} posts={items} />
      <LoadMore
        href={next_cursor ? spaceHref(profile.uid, { cursor: next_cursor }) : null}
        more={t('shell.load_more')}
        end={t('shell.end')}
      />
    </section>
  );
}

async function ownPosts(space: Space, member: Viewer, query: SpaceQuery): Promise<VNode> {
  const { ctx, visit, profile } = space;
  const { status, cursor } = query;
  const page = { ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) };
  const { items, next_cursor } = await listOwnPosts(ctx, member, page);
  return (
    <section data-pages>
      <StatusFilter space={space} current={status} />
      {items.length === 0 ? (
        <NothingYet space={space} status={status} />
      ) : (
        <>
          <ol class="post-list" data-list>
            {items.map((post) => (
              <OwnPost key={post.id} space={space} post={post} />
            ))}
          </ol>
          <LoadMore
            href={next_cursor ? spaceHref(profile.uid, { status, cursor: next_cursor }) : null}
            more={visit.t('shell.load_more')}
            end={visit.t('shell.end')}
          />
        </>
      )}
    </section>
  );
}

type StatusFilterProps = { space: Space; current: PostStatus | undefined };

function StatusFilter({ space, current }: StatusFilterProps) {
  const { t } = space.visit;
  const choices = [undefined, ...STATUSES];
  return (
    <nav class="space-chips" aria-label={t('space.posts.filter')}>
      {choices.map((status) => (
        <a
          key={status ?? 'all'}
          class="space-chip"
          href={spaceHref(space.profile.uid, { status })}
          {...(status === current ? { 'aria-current': 'true' as const } : {})}
        >
          {status ? statusName(t, status) : t('space.posts.all')}
        </a>
      ))}
    </nav>
  );
}

/** The usual card, with the author's own details below. */
function OwnPost({ space, post }: { space: Space; post: OwnPostSummary }) {
  const { visit } = space;
  const { t } = visit;
  const { id, status, review_reason, pending_version } = post;
  const isReadOnly = status === 'pending' || status === 'locked';
  const [updated, shown] = [post.updated_at, post.published_at ?? post.updated_at].map((at) =>
    formatRelativeTime(at, visit.now, visit.locale),
  );
  const notes = [
    // Only if it differs from the time on the card.
    updated === shown ? '' : t('space.posts.updated', { ago: updated }),
    pending_version === null ? '' : t('space.posts.edit_waits'),
  ].filter(Boolean);
  const reason = status === 'rejected' || status === 'locked' ? review_reason : '';
  return (
    <li class="own-post">
      <PostCard visit={visit} post={post} />
      <div class="own-post-line">
        <div>
          {reason ? <p class="own-post-reason">{t('space.posts.reason', { reason })}</p> : null}
          {notes.length > 0 ? <p class="meta">{notes.join(' · ')}</p> : null}
        </div>
        {isReadOnly ? null : (
          <a class="own-post-edit" href={`/studio/write?id=${id}`}>
            <Icon of={PencilLine} size={14} /> {t('space.posts.edit')}
            <span class="visually-hidden"> {post.title}</span>
          </a>
        )}
      </div>
    </li>
  );
}

type NothingYetProps = { space: Space; status: PostStatus | undefined };

function NothingYet({ space, status }: NothingYetProps) {
  const { t, visitor } = space.visit;
  if (status) {
    const title = t('space.posts.empty_filter', { status: statusName(t, status) });
    return (
      <EmptyState icon={FileText} title={title}>
        <a class="button" href={spaceHref(space.profile.uid)}>
          {t('space.posts.empty_filter_action')}
        </a>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={FileText}
      title={t(visitor?.status === 'banned' ? 'space.posts.empty' : 'space.posts.empty_own')}
    >
      {visitor?.level === 0 ? <p class="meta">{t('space.posts.lv0')}</p> : null}
      {visitor?.status === 'banned' ? null : (
        <a class="button button-primary" href="/studio/write">
          <Icon of={PencilLine} size={16} />
          {t('space.posts.empty_own_action')}
        </a>
      )}
    </EmptyState>
  );
}
