import {
  Coins,
  FileCheck2,
  FileText,
  Hash,
  HeartPulse,
  IdCard,
  Inbox,
  ListX,
  Lock,
  MessagesSquare,
  Scale,
  ScrollText,
  Settings2,
  ShieldCheck,
  Ticket,
  Users,
  Webhook,
  Zap,
} from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { formatCount } from '../../ui/format-count.ts';
import { Icon } from '../../ui/icons.tsx';
import { Layout } from '../../ui/layout.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { Queues } from '../actions/count-queues.ts';
import type { LastUndoable } from '../actions/find-last-undoable.ts';
import { LastDecision } from './last-decision.tsx';

/** Props shared by all pages for staff. */
export type AdminPage = {
  visit: PageView;
  queues: Queues;
  /** The viewer's last decision that can still be undone. */
  last: LastUndoable | undefined;
};

const GROUPS = [
  {
    name: 'content',
    sections: [
      { name: 'queue', icon: Inbox },
      { name: 'posts', icon: FileCheck2 },
      { name: 'comments', icon: MessagesSquare },
      { name: 'tags', icon: Hash },
      { name: 'words', icon: ListX, owner: true },
    ],
  },
  {
    name: 'people',
    sections: [
      { name: 'users', icon: Users },
      { name: 'profile_changes', icon: IdCard },
      { name: 'invitations', icon: Ticket },
      { name: 'energy_logs', icon: Coins },
      { name: 'energy', icon: Zap, owner: true },
    ],
  },
  {
    name: 'site',
    sections: [
      { name: 'audit_log', icon: ScrollText },
      { name: 'health', icon: HeartPulse, owner: true },
      { name: 'integrity', icon: Scale, owner: true },
      { name: 'webhooks', icon: Webhook, owner: true },
      { name: 'pages', icon: FileText, owner: true },
      { name: 'site_settings', icon: Settings2, owner: true },
    ],
  },
] as const;

type Section = {
  name: (typeof GROUPS)[number]['sections'][number]['name'];
  icon: string;
  owner?: true;
};

type AdminLayoutProps = {
  admin: AdminPage;
  current: Section['name'];
  title: string;
  lead?: string;
  /** Beside the heading. */
  tools?: ComponentChildren;
  /** Also the editor of texts. */
  hasEditor?: boolean;
  children: ComponentChildren;
};

/** Layout of the pages for staff: the sections, the length of their queues, and the viewer's role. */
export function AdminLayout(props: AdminLayoutProps) {
  const { admin, current, title, lead, tools, hasEditor = false, children } = props;
  const { visit } = admin;
  const { t } = visit;
  return (
    <Layout
      visit={visit}
      title={`${title} · ${t('admin.title')}`}
      wide
      scripts={hasEditor ? ['admin', 'site-page'] : ['admin']}
      sheets={hasEditor ? ['work', 'staff', 'editor'] : ['work', 'staff']}
    >
      <div class="admin">
        <Side admin={admin} current={current} />
        <div class="admin-page">
          <div class="page-head admin-head">
            <div>
              <h1>{title}</h1>
              {lead ? <p class="admin-lead">{lead}</p> : null}
            </div>
            {tools}
          </div>
          {admin.last ? <LastDecision visit={visit} last={admin.last} /> : null}
          {children}
        </div>
      </div>
    </Layout>
  );
}

function Side({ admin, current }: { admin: AdminPage; current: Section['name'] }) {
  const { t, visitor } = admin.visit;
  const role = visitor?.role ?? 'member';
  return (
    <div class="admin-side">
      <p class="admin-as">
        <Icon of={ShieldCheck} size={16} />
        {t('admin.signed_in_as', { role: t(`admin.role.${role}`) })}
      </p>
      <nav class="admin-nav" aria-label={t('admin.nav.label')} data-live-queue>
        {GROUPS.map(({ name, sections }) => (
          <div key={name} class="admin-group">
            <p class="admin-group-name">{t(`admin.nav.${name}`)}</p>
            {sections.map((section: Section) =>
              section.owner && role !== 'owner' ? (
                <ClosedSection key={section.name} admin={admin} section={section} />
              ) : (
                <OpenSection
                  key={section.name}
                  admin={admin}
                  section={section}
                  current={section.name === current}
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
  admin,
  section,
  current,
}: {
  admin: AdminPage;
  section: Section;
  current: boolean;
}) {
  const { t } = admin.visit;
  const { name, icon } = section;
  const waiting =
    name === 'posts' || name === 'profile_changes'
      ? admin.queues[name]
      : name === 'queue'
        ? Object.values(admin.queues.queue).reduce((sum, one) => sum + one, 0)
        : 0;
  return (
    <a
      class="admin-nav-item"
      href={`/admin/${name.replace('_', '-')}`}
      {...(current ? { 'aria-current': 'page' as const } : {})}
    >
      <Icon of={icon} size={16} />
      <span>{t(`admin.nav.${name}`)}</span>
      {isQueue(name) ? (
        <span
          class="admin-waiting"
          data-waiting={name}
          data-words={t('admin.nav.waiting', { number: '{n}' })}
          hidden={waiting === 0}
        >
          <span aria-hidden>{formatCount(waiting)}</span>
          <span class="visually-hidden">
            {t('admin.nav.waiting', { number: formatCount(waiting) })}
          </span>
        </span>
      ) : null}
    </a>
  );
}

/** The browser keeps their counts current (`live/client`). */
function isQueue(name: Section['name']): boolean {
  return name === 'posts' || name === 'profile_changes' || name === 'queue';
}

/** Shown disabled rather than hidden: admins should know that the section exists and is the owner's. */
function ClosedSection({ admin, section }: { admin: AdminPage; section: Section }) {
  const { t } = admin.visit;
  return (
    <span class="admin-nav-item admin-nav-item-closed" title={t('admin.owner_only_hint')}>
      <Icon of={Lock} size={16} />
      <span>{t(`admin.nav.${section.name}`)}</span>
      <Tag>{t('admin.owner_only')}</Tag>
    </span>
  );
}
