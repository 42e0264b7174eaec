import { ArrowRight } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { Icon } from '../../ui/icons.tsx';

type Text = { username: string | null; signature: string | null };
type ProfileDifferenceProps = { visit: PageView; before: Text; after: Text };

/** What a profile change changes: null stays as it is. */
export function ProfileDifference({ visit, before, after }: ProfileDifferenceProps) {
  const empty = visit.t('admin.profile_changes.empty_value');
  return (
    <dl class="staff-changes">
      {(['username', 'signature'] as const).map((name) =>
        after[name] === null ? null : (
          <div key={name} class="staff-changed">
            <dt>{visit.t(`admin.profile_changes.${name}`)}</dt>
            <dd>
              <del>
                <span class="visually-hidden">{visit.t('admin.profile_changes.before')}</span>
                {before[name] || empty}
              </del>
              <Icon of={ArrowRight} size={16} />
              <ins>
                <span class="visually-hidden">{visit.t('admin.profile_changes.after')}</span>
                {after[name] || empty}
              </ins>
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}
