import { Lock, LockOpen, Trash2 } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import type { OwnPostSummary } from '../../posts/schema.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ReasonPopover } from './reason-popover.tsx';

/** D47: decisions of the staff on the page of the post itself. A draft has none (D51). */
export function PostTools({ visit, post }: { visit: PageView; post: OwnPostSummary }) {
  const { t } = visit;
  const { id, status, pending_version, live_version } = post;
  const fields = { version: pending_version ?? live_version };
  const at = (trigger: string) => `/admin/posts/${id}/${trigger}`;
  const shared = { visit, fields, opener: 'small' } as const;
  return (
    <section class="staff-links" aria-label={t('admin.posts.decisions')}>
      <a href={`/admin/posts?post=${id}`}>{t('reports.moderate')}</a>
      {status === 'draft' ? null : (
        <>
          {status === 'locked' ? (
            <ActionForm visit={visit} action={at('unlock')} class="staff-undo">
              <input type="hidden" name="version" value={fields.version} />
              <button class="button button-small" type="submit">
                <Icon of={LockOpen} size={16} />
                {t('admin.posts.unlock')}
              </button>
            </ActionForm>
          ) : (
            <ReasonPopover
              {...shared}
              id="staff-lock"
              action={at('lock')}
              label={t('admin.posts.lock')}
              icon={Lock}
              title={t('admin.posts.lock_title')}
              hints={[t('admin.posts.lock_hint')]}
              templates="lock"
            />
          )}
          <ReasonPopover
            {...shared}
            id="staff-remove"
            action={at('remove')}
            next="/admin/posts"
            label={t('admin.posts.remove')}
            icon={Trash2}
            title={t('admin.posts.remove_title')}
            hints={[t('admin.posts.remove_hint')]}
            templates="remove"
            danger
          />
        </>
      )}
    </section>
  );
}
