import { FileText, PencilLine } from 'lucide-static';
import type { VNode } from 'preact';
import type { Viewer } from '../../context.ts';
import { getPinnedPost } from '../../posts/actions/pin-post.ts';
import { listOwnPosts, listPosts } from '../../posts/actions/read-posts.ts';
import { type PostStatus, STATUSES } from '../../posts/rules.ts';
import type { OwnPostSummary, PostSummary } from '../../posts/schema.ts';
import { PostCard, PostList } from '../../posts/views/post-list.tsx';
import { statusName } from '../../posts/views/status-chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { formatRelativeTime } from '../../ui/time.tsx';
import { spaceHref } from '../views/space-links.ts';
import { personalPanel } from './personal.tsx';
import { PinForm, PinnedPost } from './pinned.tsx';
import { spaceRail } from './rail.tsx';
import type { Space, SpaceQuery } from './space.tsx';

/** Visitors see public posts; the owner sees all of theirs and the personal panel. */
export async function postsTab(space: Space, query: SpaceQuery): Promise<VNode> {
  const { own } = space;
  const [pinned, panel, rail] = await Promise.all([
    getPinnedPost(space.ctx, space.profile.uid),
    own ? personalPanel(space, own.viewer) : null,
    spaceRail(space),
  ]);
  const posts = own
    ? await ownPosts(space, own.viewer, query, pinned)
    : await publicPosts(space, query, pinned);
  return (
    <div class="space-columns">
      <div class="space-main">{posts}</div>
      {panel}
      {rail}
    </div>
  );
}

/** The pinned post stands above the first page, and not in the list as well. */
async function publicPosts(
  space: Space,
  { cursor }: SpaceQuery,
  pinned: PostSummary | null,
): Promise<VNode> {
  const { ctx, visit, viewer, profile } = space;
  const { t } = visit;
  const page = { author: profile.uid, ...(cursor ? { cursor } : {}) };
  const { items, next_cursor } = await listPosts(ctx, viewer, page);
  if (items.length === 0) return <EmptyState icon={FileText} title={t('space.posts.empty')} />;
  return (
    <section data-pages>
      {pinned && !cursor ? <PinnedPost visit={visit} post={pinned} /> : null}
      <PostList visit={visit} posts={items.filter(({ id }) => id !== pinned?.id)} />
      <LoadMore t={t} href={next_cursor ? spaceHref(profile.uid, { cursor: next_cursor }) : null} />
    </section>
  );
}

async function ownPosts(
  space: Space,
  member: Viewer,
  query: SpaceQuery,
  pinned: PostSummary | null,
): Promise<VNode> {
  const { ctx, visit, profile } = space;
  const { status, cursor } = query;
  const page = { ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) };
  const { items, next_cursor } = await listOwnPosts(ctx, member, page);
  // A filter shows it in the list.
  const above = status ? null : pinned;
  return (
    <section data-pages>
      {above && !cursor ? (
        <PinnedPost visit={visit} post={above}>
          <PinForm visit={visit} post={above} pinned />
          <EditLink space={space} post={above} />
        </PinnedPost>
      ) : null}
      <StatusFilter space={space} current={status} />
      {items.length === 0 ? (
        <NothingYet space={space} status={status} />
      ) : (
        <>
          <ol class="post-list" data-list>
            {items
              .filter(({ id }) => id !== above?.id)
              .map((post) => (
                <OwnPost key={post.id} space={space} post={post} />
              ))}
          </ol>
          <LoadMore
            t={visit.t}
            href={next_cursor ? spaceHref(profile.uid, { status, cursor: next_cursor }) : null}
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
  const { status, review_reason, pending_version } = post;
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
        <div class="own-post-tools">
          {status === 'approved' ? (
            <PinForm visit={visit} post={post} pinned={post.pinned} />
          ) : null}
          {isReadOnly ? null : <EditLink space={space} post={post} />}
        </div>
      </div>
    </li>
  );
}

function EditLink({ space, post }: { space: Space; post: PostSummary }) {
  return (
    <a class="own-post-tool" href={`/studio/write?id=${post.id}`}>
      <Icon of={PencilLine} size={14} /> {space.visit.t('space.posts.edit')}
      <span class="visually-hidden"> {post.title}</span>
    </a>
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
      {visitor?.level === 0 ? (
        <p class="meta">{t('space.posts.lv0', { level: space.visit.site.publish_level })}</p>
      ) : null}
      {visitor?.status === 'banned' ? null : (
        <a class="button button-primary" href="/studio/write">
          <Icon of={PencilLine} size={16} />
          {t('space.posts.empty_own_action')}
        </a>
      )}
    </EmptyState>
  );
}
