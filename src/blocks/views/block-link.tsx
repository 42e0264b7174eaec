import type { PageView } from '../../platform/http/page.ts';

/** Beside a member's card; leads to the choice. Not for visitors, nor on oneself. */
export function BlockLink({ visit, uid }: { visit: PageView; uid: number }) {
  const { t, visitor } = visit;
  if (!visitor || visitor.uid === uid) return null;
  return (
    <a class="meta" href={`/space/${uid}/block`} rel="nofollow">
      {t('blocks.open')}
    </a>
  );
}
