import {
  Coins,
  FileCheck2,
  IdCard,
  Lock,
  MessagesSquare,
  Scale,
  ScrollText,
  Settings2,
  ShieldCheck,
  Users,
  Zap,
} from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { formatCount } from '../../ui/format-count.ts';
import { Icon } from '../../ui/icons.tsx';
import { Layout } from '../../ui/layout.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { Queues } from '../actions/count-queues.ts';

/** What every page of the staff knows. */
export type AdminPage = { visit: PageView; queues: Queues };

type Section = {
  name:
    | 'posts'
    | 'comments'
    | 'users'
    | 'profile_changes'
    | 'energy'
    | 'energy_logs'
    | 'audit_log'
    | 'integrity'
    | 'site_settings';
  icon: string;
  owner?: true;
};

const GROUPS: { name: 'content' | 'people' | 'site'; places: Section[] }[] = [
  {
    name: 'content',
    places: [
      { name: 'posts', icon: FileCheck2 },
      { name: 'comments', icon: MessagesSquare },
    ],
  },
  {
    name: 'people',
    places: [
      { name: 'users', icon: Users },
      { name: 'profile_changes', icon: IdCard },
      { name: 'energy_logs', icon: Coins },
      { name: 'energy', icon: Zap, owner: true },
    ],
  },
  {
    name: 'site',
    places: [
      { name: 'audit_log', icon: ScrollText },
      { name: 'integrity', icon: Scale, owner: true },
      { name: 'site_settings', icon: Settings2, owner: true },
    ],
  },
];

type AdminLayoutProps = {
  desk: AdminPage;
  current: Section['name'];
  title: string;
  lead?: string;
  /** Beside the heading. */
  tools?: ComponentChildren;
  children: ComponentChildren;
};

/** Every page of the staff: where one can go, what waits there, and as whom one acts. */
export function AdminLayout({ desk, current, title, lead, tools, children }: AdminLayoutProps) {
  const { visit } = desk;
  const { t } = visit;
  return (
    <Layout visit={visit} title={`${title} · ${t('admin.title')}`} wide scripts={['admin']}>
      <div class="admin">
        <Side desk={desk} current={current} />
        <div class="admin-page">
          <div class="page-head admin-head">
            <div>
              <h1>{title}</h1>
              {lead ? <p class="admin-lead">{lead}</p> : null}
            </div>
            {tools}
          </div>
          {children}
        </div>
      </div>
    </Layout>
  );
}

function Side({ desk, current }: { desk: AdminPage; current: Section['name'] }) {
  const { t, visitor } = desk.visit;
  const role = visitor?.role ?? 'member';
  return (
    <div class="admin-side">
      <p class="admin-as">
        <Icon of={ShieldCheck} size={16} />
        {t('admin.signed_in_as', { role: t(`admin.role.${role}`) })}
      </p>
      <nav class="admin-nav" aria-label={t('admin.nav.label')}>
        {GROUPS.map(({ name, places }) => (
          <div key={name} class="admin-group">
            <p class="admin-group-name">{t(`admin.nav.${name}`)}</p>
            {places.map((place) =>
              place.owner && role !== 'owner' ? (
                <ClosedSection key={place.name} desk={desk} place={place} />
              ) : (
                <OpenSection
                  key={place.name}
                  desk={desk}
                  place={place}
                  current={place.name === current}
                />
              ),
            )}
          </div>
        ))}
      </nav>
    </div>
  );
}

function OpenSection({
  desk,
  place,
  current,
}: {
  desk: AdminPage;
  place: Section;
  current: boolean;
}) {
  const { t } = desk.visit;
  const { name, icon } = place;
  const waiting = name === 'posts' || name === 'profile_changes' ? desk.queues[name] : 0;
  return (
    <a
      class="admin-link"
      href={`/admin/${name.replace('_', '-')}`}
      {...(current ? { 'aria-current': 'page' as const } : {})}
    >
      <Icon of={icon} size={16} />
      <span>{t(`admin.nav.${name}`)}</span>
      {waiting > 0 ? (
        <span class="admin-waiting">
          <span aria-hidden>{formatCount(waiting)}</span>
          <span class="visually-hidden">
            {t('admin.nav.waiting', { number: formatCount(waiting) })}
          </span>
        </span>
      ) : null}
    </a>
  );
}

/** Not hidden: who is no owner should know that it exists and whom to ask. */
function ClosedSection({ desk, place }: { desk: AdminPage; place: Section }) {
  const { t } = desk.visit;
  return (
    <span class="admin-link admin-link-closed" title={t('admin.owner_only_hint')}>
      <Icon of={Lock} size={16} />
      <span>{t(`admin.nav.${place.name}`)}</span>
      <Tag>{t('admin.owner_only')}</Tag>
    </span>
  );
}
