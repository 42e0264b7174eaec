import { ArrowLeft, Check, ExternalLink, Undo2 } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { QueueItem } from '../schema/queue.ts';
import { Person } from './person.tsx';
import type { OpenedPost } from './post-preview.tsx';
import { ReasonPopover } from './reason-popover.tsx';
import { Waited } from './waited.tsx';

export type OpenedItem = {
  item: QueueItem;
  /** If it is a post or an edit. */
  post?: OpenedPost;
  text: string;
  /** The page with it, if readers or staff can open it. */
  href: string | undefined;
  reports: { id: number; reason: string; note: string }[];
};

type QueueDetailProps = { visit: PageView; opened: OpenedItem; next: string; back: string };

/** Reports, a profile change or a held comment, with the two decisions. */
export function QueueDetail({ visit, opened, next, back }: QueueDetailProps) {
  const { t } = visit;
  const { item, text, href, reports } = opened;
  const { kind, subject, title, excerpt, author } = item;
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
          <Tag tone={kind === 'report' ? 'danger' : 'neutral'}>
            {t(`admin.queue.subject.${subject}`)}
          </Tag>
          <Waited visit={visit} since={item.since} />
        </p>
        <h2>{title}</h2>
        <div class="review-author">
          {author ? <Person visit={visit} user={author} /> : null}
          {href ? (
            <span class="review-links">
              <a href={href}>
                {t('admin.queue.open_item')} <Icon of={ExternalLink} size={14} />
              </a>
            </span>
          ) : null}
        </div>
      </header>
      {reports.length > 0 ? <Reports visit={visit} reports={reports} /> : null}
      {text || excerpt ? <blockquote class="prose">{text || excerpt}</blockquote> : null}
      <Decisions visit={visit} opened={opened} next={next} />
    </article>
  );
}

function Reports({ visit, reports }: { visit: PageView; reports: OpenedItem['reports'] }) {
  const { t, locale } = visit;
  const { reasons } = LOCALES[locale].reports;
  return (
    <section aria-label={t('admin.queue.reports')}>
      <ul class="review-history">
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
        hints={[t(`admin.queue.effect.reject.${kind}`)]}
        templates={kind === 'profile' ? 'profile' : kind === 'post' ? 'reject' : 'remove'}
        hotkey="r"
        danger
      />
    </section>
  );
}
