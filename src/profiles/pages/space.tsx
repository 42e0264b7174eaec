import type { FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { type Static, Type } from 'typebox';
import { getStaffUser } from '../../administration/actions/list-users.ts';
import type { StaffUser } from '../../administration/schema/people.ts';
import { UserActions } from '../../administration/views/user-actions.tsx';
import { findBlockKind } from '../../blocks/actions/read-blocks.ts';
import type { BlockKind } from '../../blocks/rules.ts';
import { BlockBanner } from '../../blocks/views/block-banner.tsx';
import { BlockLink } from '../../blocks/views/block-link.tsx';
import type { Context, Viewer } from '../../context.ts';
import { countFoldersOf } from '../../favorites/actions/read-folders.ts';
import { getFollowStatus } from '../../follows/actions.ts';
import type { FollowStatus } from '../../follows/schema.ts';
import { FollowButton } from '../../follows/views/follow-button.tsx';
import { idOf, type PageView, pageViewOf } from '../../platform/http/page.ts';
import { PageQuery } from '../../platform/http/pagination.ts';
import { Closed } from '../../platform/http/validation.ts';
import { type AuthorLight, getAuthorLight } from '../../posts/actions/author-light.ts';
import { STATUSES } from '../../posts/rules.ts';
import { countSeriesOf } from '../../series/actions/read-series.ts';
import { SpaceHead } from '../../sharing/views/space-head.tsx';
import { Layout } from '../../ui/layout.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { getOwnProfile, getSpaceProfile } from '../actions/show-profile.ts';
import type { OwnProfile, PublicProfile } from '../schema.ts';
import { SpaceHeader } from '../views/space-header.tsx';
import { LEDGERS, SPACE_TABS, type SpaceTab, spaceHref } from '../views/space-links.ts';

export const SpaceQuery = Closed({
  tab: Type.Optional(Type.Enum([...SPACE_TABS])),
  status: Type.Optional(Type.Enum([...STATUSES])),
  ledger: Type.Optional(Type.Enum([...LEDGERS])),
  cursor: PageQuery.cursor,
});
export type SpaceQuery = Partial<Static<typeof SpaceQuery>>;

/** Shared by all tabs. */
export type Space = {
  ctx: Context;
  visit: PageView;
  viewer: Viewer | null;
  profile: PublicProfile;
  exp: number;
  light: AuthorLight;
  /** How many folders the viewer sees. */
  folders: number;
  /** The same for series. */
  series: number;
  banned: boolean;
  status: FollowStatus;
  /** D67: whether the viewer blocked or muted them. */
  block: BlockKind | null;
  /** As the staff sees the member; null for everybody else. */
  staff_user: StaffUser | null;
  /** Null unless the viewer is the member. */
  own: { viewer: Viewer; profile: OwnProfile } | null;
};

/** D15: a deleted account has no space. */
export async function openSpace(request: FastifyRequest): Promise<Space> {
  const { ctx, viewer } = request;
  const uid = idOf(request, 'uid');
  const isOwn = viewer !== null && viewer.uid === uid;
  const [
    { profile, exp, status: userStatus },
    status,
    light,
    folders,
    series,
    own,
    block,
    staff_user,
  ] = await Promise.all([
    getSpaceProfile(ctx, uid),
    getFollowStatus(ctx, viewer, uid),
    getAuthorLight(ctx, uid),
    countFoldersOf(ctx, viewer, uid),
    countSeriesOf(ctx, viewer, uid),
    isOwn ? getOwnProfile(ctx, ctx.db, viewer) : null,
    findBlockKind(ctx, viewer, uid),
    // D56: a banned member of the staff sees what members see.
    viewer && viewer.role !== 'member' && viewer.status === 'active'
      ? getStaffUser(ctx, uid)
      : null,
  ]);
  return {
    ctx,
    visit: pageViewOf(request),
    viewer,
    profile,
    exp,
    light,
    folders,
    series,
    banned: userStatus === 'banned',
    status,
    block,
    staff_user,
    own: isOwn && own ? { viewer, profile: own } : null,
  };
}

type SpacePageProps = { space: Space; tab: SpaceTab; children: ComponentChildren };

export function SpacePage({ space, tab, children }: SpacePageProps) {
  const { visit, profile, exp, light, banned, own, status, block, staff_user } = space;
  const { t } = visit;
  const { uid, name, signature } = profile;
  const title = t('space.title', { name });
  return (
    <Layout
      visit={visit}
      title={tab === 'posts' ? title : `${t(`space.tabs.${tab}`)} · ${title}`}
      scripts={staff_user ? ['reading', 'admin'] : ['reading']}
      sheets={staff_user ? ['work', 'staff'] : []}
      {...(signature ? { description: signature } : {})}
      {...(tab === 'posts' ? { canonical: spaceHref(uid) } : {})}
      feed={`/space/${uid}/feed.atom`}
      head={tab === 'posts' ? <SpaceHead visit={visit} profile={profile} /> : null}
    >
      <div class="space">
        <SpaceHeader
          visit={visit}
          profile={profile}
          exp={exp}
          light={light}
          banned={banned}
          own={own?.profile ?? null}
        >
          {block === 'block' ? null : <FollowButton visit={visit} uid={uid} status={status} />}
          {visit.visitor ? (
            <div class="row">
              <BlockLink visit={visit} uid={uid} />
              <a class="meta" href={`/report/user/${uid}`} rel="nofollow">
                {visit.t('reports.report')}
              </a>
              {staff_user ? (
                <>
                  <a class="meta" href={`/admin/users?q=${uid}`}>
                    {visit.t('reports.moderate')}
                  </a>
                  <UserActions visit={visit} user={staff_user} />
                </>
              ) : null}
            </div>
          ) : null}
        </SpaceHeader>
        {block ? <BlockBanner visit={visit} uid={uid} name={name} kind={block} /> : null}
        <Tabs
          label={t('space.tabs.label')}
          tabs={SPACE_TABS.filter((one) => isShown(space, one, tab)).map((one) => ({
            href: spaceHref(uid, { tab: one }),
            label: t(`space.tabs.${one}`),
            current: one === tab,
            count: countOf(space, one),
          }))}
        />
        <div class="space-body">{children}</div>
      </div>
    </Layout>
  );
}

/** Most members have no series. */
function isShown({ own, series }: Space, tab: SpaceTab, current: SpaceTab): boolean {
  if (tab === 'series') return series > 0 || current === 'series';
  return tab !== 'settings' || own !== null;
}

/** The lists of people have their counts in the header. */
function countOf({ light, folders, series }: Space, tab: SpaceTab): string | undefined {
  if (tab === 'posts' && light.posts > 0) return `${light.posts}${light.more ? '+' : ''}`;
  if (tab === 'series' && series > 0) return String(series);
  if (tab === 'favorites' && folders > 0) return String(folders);
  return undefined;
}
