import { EyeOff, Lock, Users } from 'lucide-static';
import type { VNode } from 'preact';
import { findFollowers, listFollows } from '../../follows/actions.ts';
import { canSeeLists } from '../../follows/rules.ts';
import type { FollowCard } from '../../follows/schema.ts';
import { FollowButton } from '../../follows/views/follow-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Tag } from '../../ui/tag.tsx';
import { formatRelativeTime } from '../../ui/time.tsx';
import { spaceHref } from '../views/space-links.ts';
import { UserRow } from '../views/user-list.tsx';
import { spaceRail } from './rail.tsx';
import type { Space, SpaceQuery } from './space.tsx';

type List = 'following' | 'followers';

/** D32: a hidden list shows that it is private; it is no 404. */
export async function followsTab(space: Space, list: List, query: SpaceQuery): Promise<VNode> {
  const { visit, viewer, profile } = space;
  const { t } = visit;
  if (!canSeeLists(viewer, profile)) {
    return (
      <EmptyState icon={Lock} title={t('space.follows.locked')}>
        <p class="meta">{t('space.follows.locked_hint')}</p>
      </EmptyState>
    );
  }
  const [shown, rail] = await Promise.all([people(space, list, query), spaceRail(space)]);
  return (
    <div class="space-columns">
      <div class="space-main">{shown}</div>
      {rail}
    </div>
  );
}

async function people(space: Space, list: List, query: SpaceQuery): Promise<VNode> {
  const { ctx, visit, viewer, profile } = space;
  const { t } = visit;
  const page = query.cursor ? { cursor: query.cursor } : {};
  const { items, next_cursor } = await listFollows(ctx, viewer, profile.uid, { list, ...page });
  const uids = items.map((item) => item.uid);
  const followers = viewer ? await findFollowers(ctx.readDb, viewer.uid, uids) : new Set<number>();
  return (
    <section data-pages>
      {profile.follows_public ? null : <Hidden space={space} />}
      {items.length === 0 ? (
        <NoPeople space={space} list={list} />
      ) : (
        <>
          <ul class="space-people" data-list>
            {items.map((item) => (
              <Person
                key={item.uid}
                space={space}
                list={list}
                person={item}
                followsMe={followers.has(item.uid)}
              />
            ))}
          </ul>
          <LoadMore
            t={t}
            href={next_cursor ? spaceHref(profile.uid, { tab: list, cursor: next_cursor }) : null}
          />
        </>
      )}
    </section>
  );
}

type PersonProps = { space: Space; list: List; person: FollowCard; followsMe: boolean };

function Person({ space, list, person, followsMe }: PersonProps) {
  const { visit } = space;
  const { t, locale, now, visitor } = visit;
  const { uid, name, i_follow, followed_at } = person;
  const since = formatRelativeTime(followed_at, now, locale);
  // In the member's own list of followers it would be on every row.
  const isNews = followsMe && !i_follow && !(space.own && list === 'followers');
  return (
    <UserRow
      user={person}
      note={
        <>
          <time dateTime={followed_at}>{t(`space.follows.since_${list}`, { ago: since })}</time>
          {isNews ? <Tag>{t('space.follows.follows_you')}</Tag> : null}
        </>
      }
    >
      {visitor?.uid === uid ? (
        <span class="meta">{t('space.follows.you')}</span>
      ) : (
        <FollowButton
          visit={visit}
          uid={uid}
          name={name}
          status={{ i_follow, follows_me: followsMe }}
        />
      )}
    </UserRow>
  );
}

/** Informs the owner and the staff that the list is hidden from others. */
function Hidden({ space }: { space: Space }) {
  const { t } = space.visit;
  const { uid } = space.profile;
  return (
    <p class="space-hint">
      <Icon of={EyeOff} size={16} />
      <span>
        {space.own ? (
          <>
            {t('space.follows.only_you')}{' '}
            <a href={spaceHref(uid, { tab: 'settings' })}>{t('space.follows.only_you_link')}</a>
          </>
        ) : (
          t('space.follows.staff_view')
        )}
      </span>
    </p>
  );
}

const NEXT_STEP = { following: '/', followers: '/studio/write' } as const;

function NoPeople({ space, list }: { space: Space; list: List }) {
  const { t } = space.visit;
  if (!space.own) return <EmptyState icon={Users} title={t(`space.follows.empty_${list}`)} />;
  return (
    <EmptyState icon={Users} title={t(`space.follows.empty_own_${list}`)}>
      <a class="button" href={NEXT_STEP[list]}>
        {t(`space.follows.empty_own_${list}_action`)}
      </a>
    </EmptyState>
  );
}
