import { ArrowLeft, ReceiptText } from 'lucide-static';
import type { VNode } from 'preact';
import type { Context, Viewer } from '../../context.ts';
import { listOwnEntries } from '../../energy/actions.ts';
import type { EnergyEntry } from '../../energy/schema.ts';
import { getLevelInfo, listOwnExp } from '../../levels/actions.ts';
import type { LevelInfo } from '../../levels/schema.ts';
import { listPublicSummaries } from '../../posts/actions/summaries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { ENERGY_PANEL_DAYS } from '../rules.ts';
import { EnergyRows, ExpRows, type Titles } from '../views/ledger.tsx';
import { PersonalPanel } from '../views/personal-panel.tsx';
import { LEDGERS, type Ledger, spaceHref } from '../views/space-links.ts';
import type { Space } from './space.tsx';

/** SPEC §2: the personal tab shows the last days of the ledger. */
export async function personalPanel(space: Space, member: Viewer): Promise<VNode | null> {
  const { ctx } = space;
  const [level, { items }] = await Promise.all([
    getLevelInfo(ctx, member),
    listOwnEntries(ctx, member, { days: ENERGY_PANEL_DAYS }),
  ]);
  return panelOf(space, level, {
    entries: items,
    titles: await findTitles(ctx, space.viewer, items),
  });
}

type Week = { entries: EnergyEntry[]; titles: Titles };

function panelOf({ visit }: Space, level: LevelInfo, week: Week | null): VNode | null {
  if (!visit.visitor) return null;
  return <PersonalPanel visit={visit} visitor={visit.visitor} level={level} week={week} />;
}

type LedgerTabProps = { member: Viewer; ledger: Ledger; cursor: string | undefined };

/** The whole ledger of the member's energy or exp, newest first. */
export async function ledgerTab(space: Space, props: LedgerTabProps): Promise<VNode> {
  const { member, ledger, cursor } = props;
  const page = cursor ? { cursor } : {};
  const [rows, level] = await Promise.all([
    ledger === 'energy' ? energyRows(space, member, page) : expRows(space, member, page),
    getLevelInfo(space.ctx, member),
  ]);
  const { t } = space.visit;
  const { uid } = space.profile;
  return (
    <div class="space-columns">
      <section class="space-main" aria-labelledby="ledger">
        <p class="back">
          <a href={spaceHref(uid)}>
            <Icon of={ArrowLeft} size={14} />
            {t('space.ledger.back')}
          </a>
        </p>
        <h2 class="space-ledger-title" id="ledger">
          {t('space.ledger.heading')}
        </h2>
        <p class="meta">{t('space.ledger.lead')}</p>
        <nav class="space-chips" aria-label={t('space.ledger.label')}>
          {LEDGERS.map((one) => (
            <a
              key={one}
              class="space-chip"
              href={spaceHref(uid, { ledger: one })}
              {...(one === ledger ? { 'aria-current': 'true' as const } : {})}
            >
              {t(`space.ledger.${one}`)}
            </a>
          ))}
        </nav>
        {rows}
      </section>
      {panelOf(space, level, null)}
    </div>
  );
}

type PageOfRows = { cursor?: string };

async function energyRows(space: Space, member: Viewer, page: PageOfRows): Promise<VNode> {
  const { ctx, visit } = space;
  const { items, next_cursor } = await listOwnEntries(ctx, member, page);
  if (items.length === 0)
    return <EmptyState icon={ReceiptText} title={visit.t('space.ledger.empty_energy')} />;
  const titles = await findTitles(ctx, space.viewer, items);
  return (
    <div class="card space-ledger-card" data-pages>
      <EnergyRows visit={visit} entries={items} titles={titles} paged />
      <More space={space} ledger="energy" cursor={next_cursor} />
    </div>
  );
}

async function expRows(space: Space, member: Viewer, page: PageOfRows): Promise<VNode> {
  const { ctx, visit } = space;
  const { items, next_cursor } = await listOwnExp(ctx, member, page);
  if (items.length === 0)
    return <EmptyState icon={ReceiptText} title={visit.t('space.ledger.empty_exp')} />;
  return (
    <div class="card space-ledger-card" data-pages>
      <ExpRows visit={visit} entries={items} />
      <More space={space} ledger="exp" cursor={next_cursor} />
    </div>
  );
}

function More({ space, ledger, cursor }: { space: Space; ledger: Ledger; cursor: string | null }) {
  const { t } = space.visit;
  return <LoadMore t={t} href={cursor ? spaceHref(space.profile.uid, { ledger, cursor }) : null} />;
}

/** D25: a post that is not public is not named. */
async function findTitles(
  ctx: Context,
  viewer: Viewer | null,
  entries: EnergyEntry[],
): Promise<Titles> {
  const ids = new Set(entries.flatMap(({ post_id }) => (post_id === null ? [] : [post_id])));
  if (ids.size === 0) return new Map();
  return listPublicSummaries(ctx, viewer, ctx.db, [...ids]);
}
