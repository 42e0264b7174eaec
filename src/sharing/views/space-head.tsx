import type { PageView } from '../../platform/http/page.ts';
import type { PublicProfile } from '../../profiles/schema.ts';
import { PreviewTags } from './preview-tags.tsx';
import { breadcrumbs, StructuredData } from './structured-data.tsx';

type SpaceHeadProps = { visit: PageView; profile: PublicProfile };

/** In the head of a member's space. */
export function SpaceHead({ visit, profile }: SpaceHeadProps) {
  const { origin, t } = visit;
  const { uid, name, signature, avatar_url, created_at, follower_count } = profile;
  const path = `/space/${uid}`;
  const title = t('space.title', { name });
  return (
    <>
      <PreviewTags visit={visit} type="profile" title={title} description={signature} path={path} />
      <StructuredData
        things={[
          {
            '@type': 'ProfilePage',
            '@id': `${origin}${path}`,
            dateCreated: created_at,
            mainEntity: {
              '@type': 'Person',
              name,
              identifier: String(uid),
              url: `${origin}${path}`,
              ...(signature ? { description: signature } : {}),
              ...(avatar_url ? { image: `${origin}${avatar_url}` } : {}),
              interactionStatistic: {
                '@type': 'InteractionCounter',
                interactionType: { '@type': 'FollowAction' },
                userInteractionCount: follower_count,
              },
            },
          },
          breadcrumbs([
            { name: t('page.site'), url: `${origin}/` },
            { name, url: `${origin}${path}` },
          ]),
        ]}
      />
    </>
  );
}
