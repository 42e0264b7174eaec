import { EyeOff } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Layout } from '../../ui/layout.tsx';
import { nextPage } from '../../ui/list-address.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { BLOCKS_MAX } from '../rules.ts';
import type { BlockCard } from '../schema.ts';
import { UnblockForm } from './block-forms.tsx';

/** Whom the member blocked or muted, and the way back. */
export function BlockList({ visit, page }: { visit: PageView; page: Page<BlockCard> }) {
  const { t } = visit;
  const { items, next_cursor } = page;
  return (
    <Layout visit={visit} title={t('blocks.title')} sheets={['work']} scripts={['settings']}>
      <div class="settings">
        <p class="meta">
          <a href="/settings?tab=privacy">{t('blocks.back')}</a>
        </p>
        <h1>{t('blocks.title')}</h1>
        <p class="meta block-lead">{t('blocks.lead', { max: BLOCKS_MAX })}</p>
        {items.length === 0 ? (
          <EmptyState icon={EyeOff} title={t('blocks.none')}>
            <p>{t('blocks.none_hint')}</p>
          </EmptyState>
        ) : (
          <div data-pages>
            <ul class="card block-list">
              {items.map((one) => (
                <BlockRow key={one.uid} visit={visit} member={one} />
              ))}
            </ul>
            <LoadMore t={t} href={nextPage('/settings/blocks', {}, next_cursor)} />
          </div>
        )}
      </div>
    </Layout>
  );
}

function BlockRow({ visit, member }: { visit: PageView; member: BlockCard }) {
  const { t } = visit;
  const { uid, name, kind, blocked_at } = member;
  return (
    <li class="block-row">
      <Avatar user={member} size={40} />
      <div class="block-name">
        <a href={`/space/${uid}`}>{name}</a>{' '}
        <Tag tone={kind === 'block' ? 'danger' : 'neutral'}>
          {t(kind === 'block' ? 'blocks.blocked' : 'blocks.muted')}
        </Tag>
        <p class="meta">
          <Time at={blocked_at} locale={visit.locale} now={visit.now} />
        </p>
      </div>
      <UnblockForm visit={visit} uid={uid} kind={kind} name={name} next="/settings/blocks" />
    </li>
  );
}
