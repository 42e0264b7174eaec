import type { PageView } from '../../platform/http/page.ts';
import { Banner } from '../../ui/banner.tsx';
import type { BlockKind } from '../rules.ts';
import { UnblockForm } from './block-forms.tsx';

type BlockBannerProps = { visit: PageView; uid: number; name: string; kind: BlockKind };

/** On the space of a member whom the reader hides: why nothing is there, and the way back. */
export function BlockBanner({ visit, uid, name, kind }: BlockBannerProps) {
  const { t } = visit;
  return (
    <Banner tone="warn">
      <p>{t(`blocks.is_${kind}`, { name })}</p>
      <div class="actions">
        <UnblockForm visit={visit} uid={uid} kind={kind} name={name} next={`/space/${uid}`} />
      </div>
    </Banner>
  );
}
