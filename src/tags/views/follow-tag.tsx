import { Check, Plus } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { tagPath } from '../rules.ts';
import type { TagPage } from '../schema.ts';

/** A form of its own: the page that follows shows the new state and count. */
export function FollowTag({ visit, tag }: { visit: PageView; tag: TagPage }) {
  const { t, here, visitor } = visit;
  if (!visitor)
    return (
      <a
        class="button button-primary"
        href={`/login?next=${encodeURIComponent(here)}`}
        rel="nofollow"
      >
        <Icon of={Plus} size={18} />
        {t('tags.follow')}
      </a>
    );
  const { following } = tag;
  const banned = visitor.status === 'banned' ? t('reading.banned_hint') : undefined;
  return (
    <ActionForm
      visit={visit}
      action={`${tagPath(tag.slug)}/follow/${following ? 'delete' : 'update'}`}
    >
      <button
        class={following ? 'button' : 'button button-primary'}
        type="submit"
        aria-pressed={following}
        disabled={banned !== undefined}
        title={banned}
      >
        <Icon of={following ? Check : Plus} size={18} />
        {t(following ? 'tags.following' : 'tags.follow')}
      </button>
    </ActionForm>
  );
}
