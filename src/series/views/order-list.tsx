import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { LOCALES } from '../../platform/i18n.ts';
import type { PostSummary } from '../../posts/schema.ts';
import { StatusChip } from '../../posts/views/status-chip.tsx';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import type { Series } from '../schema.ts';

type OrderListProps = { visit: PageView; series: Series; isBanned: boolean };

/** The posts with buttons that move them; `client/arrange.ts` adds dragging and arrow keys. */
export function OrderList({ visit, series, isBanned }: OrderListProps) {
  const { t, locale } = visit;
  const { id, version, posts } = series;
  return (
    <>
      {isBanned ? null : (
        <p class="meta arrange-hint">
          <span data-without-scripts>{t('series.order_hint')}</span>
          <span data-with-scripts hidden>
            {t('series.order_hint_script')}
          </span>{' '}
          <span class="arrange-status" role="status" data-order-status />
        </p>
      )}
      <ol
        class="arrange"
        {...(isBanned
          ? {}
          : { 'data-series': id, 'data-version': version, 'data-words': orderWords(locale) })}
      >
        {posts.map(({ post }, index) => (
          <li key={post.id} class="arrange-row" data-post={post.id} data-title={post.title}>
            <button class="arrange-handle" type="button" hidden data-handle>
              <Icon of={GripVertical} size={18} />
            </button>
            <span class="arrange-number" data-position>
              {index + 1}
            </span>
            <div class="arrange-text">
              <a href={`/posts/${post.id}`} lang={langOf(post.lang, locale)}>
                {post.title}
              </a>
              {post.status === 'approved' ? null : (
                <StatusChip visit={visit} status={post.status} />
              )}
            </div>
            {isBanned ? null : (
              <RowTools visit={visit} series={series} post={post} position={index + 1} />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

type RowToolsProps = { visit: PageView; series: Series; post: PostSummary; position: number };

function RowTools({ visit, series, post, position }: RowToolsProps) {
  const { t } = visit;
  const { id, version, posts } = series;
  const path = `/series/${id}/posts/${post.id}`;
  const moves = [
    { name: 'up', icon: ArrowUp, to: position - 1 },
    { name: 'down', icon: ArrowDown, to: position + 1 },
  ] as const;
  return (
    <div class="arrange-tools">
      <ActionForm visit={visit} action={`${path}/update`} next={`/studio/series/${id}`}>
        <input type="hidden" name="version" value={version} />
        {moves.map(({ name, icon, to }) => (
          <button
            key={name}
            class="icon-button"
            type="submit"
            name="position"
            value={to}
            data-move={name}
            title={t(`series.${name}`)}
            disabled={to < 1 || to > posts.length}
          >
            <Icon of={icon} size={18} />
            <span class="visually-hidden">
              {t(`series.${name}`)} {post.title}
            </span>
          </button>
        ))}
      </ActionForm>
      <ActionForm visit={visit} action={`${path}/delete`} next={`/studio/series/${id}`}>
        <button class="icon-button" type="submit" title={t('series.remove')}>
          <Icon of={X} size={18} />
          <span class="visually-hidden">
            {t('series.remove')} {post.title}
          </span>
        </button>
      </ActionForm>
    </div>
  );
}

function orderWords(locale: PageView['locale']): string {
  const { handle, moved, saving, saved, order_stale, order_failed } = LOCALES[locale].series;
  return JSON.stringify({ handle, moved, saving, saved, order_stale, order_failed });
}
