import { RotateCcw, Trash2 } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { DeletedPost } from '../../posts/bin-schema.ts';
import { StatusChip } from '../../posts/views/status-chip.tsx';
import { ActionForm } from '../../ui/action-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { nextPage } from '../../ui/list-address.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import type { StudioOverview } from '../schema.ts';
import { tabsOf, WhyNot } from './content.tsx';
import { StudioLayout } from './studio-layout.tsx';
import { isBanned, WHY_NOT } from './why-not.ts';

type BinProps = { visit: PageView; posts: Page<DeletedPost>; counts: StudioOverview['posts'] };

/** D59: a tab of the content page. */
export function BinPage({ visit, posts, counts }: BinProps) {
  const { t } = visit;
  const { items, next_cursor } = posts;
  return (
    <StudioLayout visit={visit} current="content" title={t('flow.bin')}>
      <h1>{t('flow.bin')}</h1>
      <Tabs label={t('studio.statuses')} tabs={tabsOf(visit, 'bin', counts)} />
      {items.length === 0 ? (
        <EmptyState icon={Trash2} title={t('flow.bin_empty')}>
          <p>{t('flow.bin_empty_hint')}</p>
        </EmptyState>
      ) : (
        <div data-pages>
          <p class="studio-post-why">{t('flow.bin_lead')}</p>
          {isBanned(visit) ? <WhyNot visit={visit} /> : null}
          <ol class="studio-post-list" data-list>
            {items.map((post) => (
              <li key={post.id}>
                <BinRow visit={visit} post={post} />
              </li>
            ))}
          </ol>
          <LoadMore t={t} href={nextPage('/studio/bin', {}, next_cursor)} />
        </div>
      )}
    </StudioLayout>
  );
}

function BinRow({ visit, post }: { visit: PageView; post: DeletedPost }) {
  const { t, locale, now } = visit;
  const lang = langOf(post.lang, locale);
  const { refusal } = post;
  const reason = `bin-${post.id}`;
  const refusedBy = refusal ? reason : isBanned(visit) ? WHY_NOT : undefined;
  return (
    <article class="studio-post">
      <div class="studio-post-text">
        <h2 class="studio-post-title" lang={lang}>
          {post.title}
        </h2>
        {post.summary ? (
          <p class="studio-post-summary" lang={lang}>
            {post.summary}
          </p>
        ) : null}
        <p class="studio-post-meta">
          <StatusChip visit={visit} status={post.status} />
          <span>
            {t('flow.bin_deleted')} <Time at={post.deleted_at} locale={locale} now={now} />
          </span>
          <span>{t('flow.bin_left', { count: post.days_left })}</span>
        </p>
        {refusal ? (
          <p class="studio-post-note" id={reason}>
            {t(`flow.bin_${refusal}`)}
          </p>
        ) : null}
      </div>
      <div class="studio-post-actions">
        {refusedBy ? (
          <button type="button" class="button button-small" disabled aria-describedby={refusedBy}>
            <Icon of={RotateCcw} size={14} />
            {t('flow.bin_restore')}
          </button>
        ) : (
          <ActionForm
            visit={visit}
            action={`/studio/bin/${post.id}/restore`}
            next="/studio/write?id={id}"
          >
            <button type="submit" class="button button-small">
              <Icon of={RotateCcw} size={14} />
              {t('flow.bin_restore')}
              <span class="visually-hidden"> {post.title}</span>
            </button>
          </ActionForm>
        )}
      </div>
    </article>
  );
}
