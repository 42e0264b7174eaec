import type { VNode } from 'preact';
import { type Giver, listGivers } from '../../energizing/actions.ts';
import { listFilledFolders } from '../../favorites/actions/read-folders.ts';
import { FolderRail } from '../../favorites/views/folder-rail.tsx';
import { findFollowed, findFollowers } from '../../follows/actions.ts';
import { FollowButton } from '../../follows/views/follow-button.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { LevelSeal } from '../../ui/level-seal.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import type { Space } from './space.tsx';

/** What stands beside the lists of a space; null if there is nothing. */
export async function spaceRail(space: Space, { folders = true } = {}): Promise<VNode | null> {
  const { ctx, visit, viewer, profile } = space;
  const [filled, givers] = await Promise.all([
    folders ? listFilledFolders(ctx, viewer, profile.uid) : [],
    listGivers(ctx, viewer, profile.uid),
  ]);
  if (filled.length === 0 && givers.length === 0) return null;
  const people = givers.length > 0 ? await givenBy(space, givers) : null;
  return (
    <aside class="space-rail" aria-label={visit.t('space.rail.about', { name: profile.name })}>
      {filled.length > 0 ? (
        <FolderRail
          visit={visit}
          uid={profile.uid}
          heading={visit.t('space.rail.folders')}
          filled={filled}
          total={space.folders}
        />
      ) : null}
      {people}
    </aside>
  );
}

async function givenBy({ ctx, visit, viewer, own }: Space, givers: Giver[]): Promise<VNode> {
  const uids = givers.map(({ user }) => user.uid);
  const [followed, followers] = await Promise.all([
    viewer ? findFollowed(ctx.readDb, viewer.uid, uids) : new Set<number>(),
    viewer ? findFollowers(ctx.readDb, viewer.uid, uids) : new Set<number>(),
  ]);
  const { t, locale } = visit;
  return (
    <section class="rail-block" aria-labelledby="rail-givers">
      <div class="rail-head">
        <h2 id="rail-givers">{t(own ? 'space.rail.own_givers' : 'space.rail.givers')}</h2>
      </div>
      <ul class="rail-list">
        {givers.map(({ user, energy }) => (
          <li key={user.uid} class="person-row">
            <Avatar user={user} size={40} />
            <div>
              <a class="person-name" href={`/space/${user.uid}`}>
                {user.name}
                <LevelSeal level={user.level} />
              </a>
              <p class="person-line">
                {t('space.rail.given', { energy: formatNumber(energy, locale) })}
              </p>
            </div>
            <FollowButton
              visit={visit}
              uid={user.uid}
              name={user.name}
              status={{ i_follow: followed.has(user.uid), follows_me: followers.has(user.uid) }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
