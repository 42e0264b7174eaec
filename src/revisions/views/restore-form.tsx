import { History } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import type { OwnPost } from '../../posts/schema.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';

/** Why nothing can be restored now, or null. */
export function refusalOf({ t, visitor }: PageView, post: OwnPost): string | null {
  if (visitor?.status === 'banned') return t('versions.cannot_banned');
  if (post.status === 'pending') return t('versions.cannot_pending');
  return post.status === 'locked' ? t('versions.cannot_locked') : null;
}

type RestoreProps = { visit: PageView; post: OwnPost; version: number; label?: string };

/** Opens the editor with the restored text. The newest version needs no restoring. */
export function RestoreForm({ visit, post, version, label }: RestoreProps) {
  const { t } = visit;
  if (version === post.version || refusalOf(visit, post) !== null) return null;
  return (
    <ActionForm
      visit={visit}
      action={`/studio/posts/${post.id}/versions/${version}/restore`}
      next={`/studio/write?id=${post.id}`}
    >
      <input type="hidden" name="current_version" value={post.version} />
      <button
        type="submit"
        class="button button-small"
        aria-label={label ? undefined : t('versions.restore_label', { version })}
      >
        <Icon of={History} size={14} />
        {label ?? t('versions.restore')}
      </button>
    </ActionForm>
  );
}

export function restoreHint({ t }: PageView, { status }: OwnPost): string {
  return t(status === 'approved' ? 'versions.restore_hint' : 'versions.restore_hint_draft');
}

export function versionsPath({ id }: { id: number }): string {
  return `/studio/posts/${id}/versions`;
}

export function comparePath(
  { id }: { id: number },
  parameters: { from?: number; to: number; view?: string },
): string {
  const set = Object.entries(parameters).map(([name, value]) => [name, String(value)]);
  return `/studio/posts/${id}/comparison?${new URLSearchParams(set)}`;
}
