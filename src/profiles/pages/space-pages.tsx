import { EyeOff } from 'lucide-static';
import type { VNode } from 'preact';
import type { App } from '../../platform/http/app-types.ts';
import { asPage, queryOf, sendPage } from '../../platform/http/page.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Privacy } from '../views/privacy.tsx';
import type { SpaceTab } from '../views/space-links.ts';
import { favoritesTab } from './favorites-tab.tsx';
import { followsTab } from './follows-tab.tsx';
import { ledgerTab } from './personal.tsx';
import { postsTab } from './posts-tab.tsx';
import { seriesTab } from './series-tab.tsx';
import { openSpace, type Space, SpacePage, SpaceQuery } from './space.tsx';

/** SPEC §4: `/space/:uid`, one page with five tabs; the owner sees more than a visitor. */
export function spacePages(app: App): void {
  app.get('/space/:uid', asPage('optional', SpaceQuery), async (request, reply) => {
    const space = await openSpace(request);
    const query = queryOf(SpaceQuery, request);
    const tab = tabOf(space, query);
    const content = await contentOf(space, tab, query);
    return sendPage(
      reply,
      <SpacePage space={space} tab={tab}>
        {content}
      </SpacePage>,
    );
  });
}

/** The settings tab is the owner's; a visitor gets the posts instead. */
function tabOf({ own }: Space, { tab = 'posts' }: SpaceQuery): SpaceTab {
  return tab === 'settings' && !own ? 'posts' : tab;
}

function contentOf(space: Space, tab: SpaceTab, query: SpaceQuery): Promise<VNode> | VNode {
  const { own, visit, profile, block } = space;
  const { ledger, cursor } = query;
  if (tab === 'following' || tab === 'followers') return followsTab(space, tab, query);
  // D67: what they wrote, and what they collected.
  if (block) return <EmptyState icon={EyeOff} title={visit.t('blocks.nothing_here')} />;
  if (tab === 'series') return seriesTab(space, query);
  if (tab === 'favorites') return favoritesTab(space, query);
  if (tab === 'settings') return <Privacy visit={visit} followsPublic={profile.follows_public} />;
  if (own && ledger) return ledgerTab(space, { member: own.viewer, ledger, cursor });
  return postsTab(space, query);
}
