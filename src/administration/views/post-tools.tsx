import { LockOpen } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import type { OwnPostSummary } from '../../posts/schema.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { PostPopover } from './post-popover.tsx';

/** D47: decisions of the staff on the page of the post itself. A draft has none (D51). */
export function PostTools({ visit, post }: { visit: PageView; post: OwnPostSummary }) {
  const { t } = visit;
  const { id, status, pending_version, live_version } = post;
  const fields = { version: pending_version ?? live_version };
  const shared = { visit, post, fields, opener: 'small' } as const;
  return (
    <section class="staff-links" aria-label={t('admin.posts.decisions')}>
      <a href={`/admin/posts?post=${id}`}>{t('reports.moderate')}</a>
      {status === 'draft' ? null : (
        <>
          {status === 'locked' ? (
            <ActionForm visit={visit} action={`/admin/posts/${id}/unlock`} class="staff-undo">
              <input type="hidden" name="version" value={fields.version} />
              <button class="button button-small" type="submit">
                <Icon of={LockOpen} size={16} />
                {t('admin.posts.unlock')}
              </button>
            </ActionForm>
          ) : (
            <PostPopover {...shared} id="staff-lock" trigger="lock" />
          )}
          <PostPopover {...shared} id="staff-remove" trigger="remove" next="/admin/posts" />
        </>
      )}
    </section>
  );
}
