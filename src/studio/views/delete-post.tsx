import { Trash2 } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { DELETE_COST } from '../../posts/rules.ts';
import type { OwnPostSummary } from '../../posts/schema.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { formatNumber, formatSigned } from '../../ui/numbers.ts';

type DeletePostProps = {
  visit: PageView;
  post: OwnPostSummary;
  /** The id of the sentence with the reason, if deleting is not allowed. */
  refusedBy?: string | undefined;
};

/** D24: a confirmation with the cost and the balance after it. Opens and closes without scripts. */
export function DeletePost({ visit, post, refusedBy }: DeletePostProps) {
  const { t } = visit;
  const id = `delete-${post.id}`;
  if (refusedBy) {
    return (
      <button type="button" class="button button-small" disabled aria-describedby={refusedBy}>
        <Icon of={Trash2} size={14} />
        {t('studio.delete')}
      </button>
    );
  }
  return (
    <>
      <button type="button" class="button button-small studio-post-delete" popovertarget={id}>
        <Icon of={Trash2} size={14} />
        {t('studio.delete')}
      </button>
      <dialog
        id={id}
        popover="auto"
        class="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-cost`}
      >
        <h2 id={`${id}-title`}>{t('studio.delete_title', { title: post.title })}</h2>
        <p id={`${id}-cost`} class="delete-cost">
          {costOf(visit)}
        </p>
        <p class="meta">{t(post.energy > 0 ? 'flow.delete_hint' : 'flow.delete_hint_draft')}</p>
        <ActionForm visit={visit} action={`/studio/posts/${post.id}/delete`} class="actions">
          {/* Focused first, so that an early keystroke deletes nothing. */}
          <button
            type="button"
            class="button"
            popovertarget={id}
            popovertargetaction="hide"
            autofocus
          >
            {t('shell.cancel')}
          </button>
          <button type="submit" class="button button-danger">
            {t('studio.delete_confirm')}
          </button>
        </ActionForm>
      </dialog>
    </>
  );
}

function costOf({ t, locale, visitor }: PageView): string {
  const balance = visitor?.energy ?? 0;
  return t('studio.delete_cost', {
    cost: formatNumber(DELETE_COST, locale),
    before: formatBalance(balance, locale),
    after: formatBalance(balance - DELETE_COST, locale),
  });
}

/** With a real minus sign, and no plus. */
function formatBalance(value: number, locale: PageView['locale']): string {
  return value < 0 ? formatSigned(value, locale) : formatNumber(value, locale);
}
