import { ImageOff } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import type { ReviewPost } from '../../posts/actions/read-for-review.ts';
import { ReasonPopover } from './reason-popover.tsx';

/** D55: every picture of the post with a button to remove it, except in a draft (D51). */
export function Pictures({ visit, post }: { visit: PageView; post: ReviewPost }) {
  const { t } = visit;
  if (post.pictures.length === 0 || (post.status === 'draft' && !post.submitted_at)) return null;
  return (
    <section class="review-pictures" aria-label={t('admin.pictures.title')}>
      <h3>{t('admin.pictures.title')}</h3>
      <ul>
        {post.pictures.map(({ id, url }, index) => (
          <li key={id}>
            <a href={url}>
              <img
                src={url}
                alt={t('admin.pictures.remove_of', { number: index + 1 })}
                height={96}
                loading="lazy"
              />
            </a>
            <PictureRemoval visit={visit} id={id} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Redirects back to the current page. */
export function PictureRemoval({ visit, id }: { visit: PageView; id: number }) {
  const { t, here } = visit;
  return (
    <ReasonPopover
      visit={visit}
      id={`picture-${id}`}
      action={`/admin/uploads/${id}/remove`}
      next={here}
      label={t('admin.pictures.remove')}
      icon={ImageOff}
      title={t('admin.pictures.remove_title')}
      hints={[t('admin.pictures.remove_hint')]}
      templates="picture"
      danger
      opener="quiet"
    />
  );
}
