import { ArrowLeft, Check, ExternalLink, Undo2 } from 'lucide-static';
import type { Ban } from '../../bans/schema.ts';
import type { PageView } from '../../platform/http/page.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { Prose } from '../../ui/prose.tsx';
import { Tag } from '../../ui/tag.tsx';
import { formatDateTime } from '../../ui/time.tsx';
import { shownZoneName } from '../../ui/zone-name.ts';
import type { ItemContext } from '../actions/queue/read-context.ts';
import type { QueueItem } from '../schema/queue.ts';
import { effectOf, itemName } from './item-texts.ts';
import { Person } from './person.tsx';
import type { OpenedPost } from './post-preview.tsx';
import { ProfileDifference } from './profile-difference.tsx';
import { ReasonPopover } from './reason-popover.tsx';
import { Waited } from './waited.tsx';

export type OpenedItem = {
  item: QueueItem;
  context: ItemContext;
  /** If it is a post or an edit, or reports of a post. */
  post?: OpenedPost;
};

const TEMPLATES = {
  profile: 'profile',
  post: 'reject',
  report: 'remove',
  comment: 'remove',
  appeal: 'appeal',
} as const;

type QueueDetailProps = { visit: PageView; opened: OpenedItem; next: string; back: string };

/** Reports, a profile change or a held comment, with the two decisions. */
export function QueueDetail({ visit, opened, next, back }: QueueDetailProps) {
  const { t } = visit;
  const { item, context } = opened;
  const { kind, title, author } = item;
  return (
    <article class="review-preview" aria-label={title}>
      <p class="review-back">
        <a href={back}>
          <Icon of={ArrowLeft} size={16} />
          {t('admin.queue.back')}
        </a>
      </p>
      <header class="review-head">
        <p class="review-status">
          <Tag tone={kind === 'report' ? 'danger' : 'neutral'}>{itemName(t, item)}</Tag>
          <span class="meta">
            <Waited visit={visit} since={item.since} />
          </span>
        </p>
        <h2>{title}</h2>
        <div class="review-author">
          {author ? <Person visit={visit} user={author} /> : null}
          <span class="review-links">
            {author ? <a href={`/admin/notes/${author.uid}`}>{t('admin.queue.notes')}</a> : null}
            {context.href ? (
              <a href={context.href}>
                {t('admin.queue.open_item')} <Icon of={ExternalLink} size={14} />
              </a>
            ) : null}
          </span>
        </div>
      </header>
      {context.reports.length > 0 ? <Reports visit={visit} reports={context.reports} /> : null}
      {context.ban ? <BanFacts visit={visit} ban={context.ban} /> : null}
      <Subject visit={visit} opened={opened} />
      <Decisions visit={visit} opened={opened} next={next} />
    </article>
  );
}

/** The reason and the end, which the member has read too. */
function BanFacts({ visit, ban }: { visit: PageView; ban: Ban }) {
  const { t, locale } = visit;
  const end = ban.ends_at
    ? t('admin.queue.ban_until', {
        time: formatDateTime(ban.ends_at, locale),
        zone: shownZoneName(locale),
      })
    : t('bans.for_good');
  return (
    <p>
      <strong>{t('admin.queue.ban')}</strong> {ban.reason} <span class="meta">{end}</span>
    </p>
  );
}

/** What is decided on. */
function Subject({ visit, opened }: Pick<QueueDetailProps, 'visit' | 'opened'>) {
  const { item, context, post } = opened;
  if (item.profile) return <ProfileDifference visit={visit} {...item.profile} />;
  if (context.picture_url)
    return (
      <img class="review-picture" src={context.picture_url} alt={visit.t('admin.queue.picture')} />
    );
  if (post) {
    const { lang } = post.post;
    return <Prose html={post.html} lang={langOf(lang, visit.locale)} />;
  }
  return context.text ? <blockquote class="prose">{context.text}</blockquote> : null;
}

function Reports({ visit, reports }: { visit: PageView; reports: ItemContext['reports'] }) {
  const { t, locale } = visit;
  const { reasons } = LOCALES[locale].reports;
  return (
    <section class="review-reports" aria-label={t('admin.queue.reports')}>
      <ul>
        {reports.map(({ id, reason, note }) => (
          <li key={id}>
            <strong>{reasons[reason as keyof typeof reasons]}</strong>
            {note ? <q class="review-why">{note}</q> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Decisions({ visit, opened, next }: Omit<QueueDetailProps, 'back'>) {
  const { t } = visit;
  const { kind, key } = opened.item;
  const action = '/admin/queue/decide';
  return (
    <section class="review-decisions" aria-label={t('admin.posts.decisions')}>
      <ActionForm visit={visit} action={action} next={next}>
        <input type="hidden" name="items" value={key} />
        <input type="hidden" name="verdict" value="approve" />
        <button class="button button-primary" type="submit" data-key="a">
          <Icon of={Check} size={16} />
          {t(`admin.queue.approve.${kind}`)}
          <kbd>A</kbd>
        </button>
      </ActionForm>
      <ReasonPopover
        visit={visit}
        id="reject"
        action={action}
        next={next}
        fields={{ items: key, verdict: 'reject' }}
        label={t(`admin.queue.reject.${kind}`)}
        icon={Undo2}
        title={t(`admin.queue.reject.${kind}`)}
        hints={[effectOf(t, 'reject', opened.item)]}
        templates={TEMPLATES[kind]}
        hotkey="r"
        danger
      />
    </section>
  );
}
