import { ArrowLeft, CalendarClock, ExternalLink } from 'lucide-static';
import { decorateBody } from '../../platform/html/decorate.ts';
import type { TrustedHtml } from '../../platform/html/trusted.ts';
import type { PageView } from '../../platform/http/page.ts';
import type { ReviewPost } from '../../posts/actions/read-for-review.ts';
import type { Comparison } from '../../posts/compare-texts.ts';
import { bodyLabels } from '../../posts/views/body-labels.ts';
import type { ComparisonView } from '../../posts/views/compared-html.ts';
import { ComparisonSection } from '../../posts/views/comparison.tsx';
import { scheduleNote } from '../../posts/views/schedule-note.ts';
import { StatusChip, statusName } from '../../posts/views/status-chip.tsx';
import type { StaffLogEntry } from '../../staff-log/schema.ts';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { Prose } from '../../ui/prose.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { actionName } from './action-name.ts';
import { Person } from './person.tsx';
import { Pictures } from './pictures.tsx';
import { PostDecisions } from './post-decisions.tsx';
import { UndoForm } from './undo-form.tsx';

export type OpenedPost = {
  post: ReviewPost;
  /** The version to review, with highlighted code. */
  html: TrustedHtml;
  /** The author's own summary; empty if it only repeats the beginning of the text. */
  summary: string;
  history: StaffLogEntry[];
  /** Which of the earlier decisions the viewer can undo, and which were undone. */
  undo: Map<number, 'undoable' | 'undone'>;
  /** If an edit waits: what it changes. */
  comparison: Comparison | null;
};

type PostPreviewProps = OpenedPost & {
  visit: PageView;
  back: string;
  /** Its key in the queue, if it is opened there. */
  item?: string;
  /** The address to go to after a decision. */
  next: string;
  view: ComparisonView;
  /** The address of this page with another view of the comparison. */
  hrefOf(view: ComparisonView): string;
};

/** The author, what an edit changes, the text as readers will see it, earlier decisions, and the decision buttons. */
export function PostPreview(props: PostPreviewProps) {
  const { visit, post, html, summary, history, undo, comparison } = props;
  const { back, next, view, hrefOf } = props;
  const { t } = visit;
  const shown = post.edit ?? post;
  const lang = langOf(shown.lang, visit.locale);
  return (
    <article class="review-preview" aria-label={shown.title}>
      <p class="review-back">
        <a href={back}>
          <Icon of={ArrowLeft} size={16} />
          {t('admin.posts.back')}
        </a>
      </p>
      <PreviewHead visit={visit} post={post} />
      {comparison ? (
        <ComparisonSection
          visit={visit}
          comparison={comparison}
          view={view}
          hrefOf={hrefOf}
          lang={lang}
          title={t('versions.with_public')}
          instead={<a href={`/posts/${post.id}`}>{t('admin.posts.open_public')}</a>}
        />
      ) : null}
      <History visit={visit} history={history} undo={undo} />
      {comparison ? <h3 class="review-as-read">{t('admin.posts.as_readers_see')}</h3> : null}
      {shown.cover_url ? (
        <img class="review-cover" src={shown.cover_url} alt={t('admin.posts.cover')} />
      ) : null}
      {summary ? (
        <p class="review-lead">
          <span class="visually-hidden">{t('admin.posts.summary')}</span>
          <span lang={lang}>{summary}</span>
        </p>
      ) : null}
      <Prose html={asReadersSeeIt(visit, html)} lang={lang} />
      <Pictures visit={visit} post={post} />
      <PostDecisions visit={visit} post={post} item={props.item} next={next} removed={back} />
    </article>
  );
}

function PreviewHead({ visit, post }: { visit: PageView; post: ReviewPost }) {
  const { t, locale, now } = visit;
  const { edit } = post;
  return (
    <header class="review-head" data-state={`${post.status} ${edit?.version ?? post.live_version}`}>
      <p class="review-status">
        <StatusChip visit={visit} status={post.status} schedule={post.schedule} />
        {edit ? <Tag tone="info">{t('admin.posts.kind_edit')}</Tag> : null}
        {post.locked_from ? (
          <span class="meta">
            {t('admin.posts.locked_from', { status: statusName(t, post.locked_from) })}
          </span>
        ) : null}
        {post.submitted_at ? (
          <span class="meta">
            {t('admin.posts.submitted')}{' '}
            <Time at={post.submitted_at} locale={locale} now={now} exact />
          </span>
        ) : null}
      </p>
      <h2 lang={langOf((edit ?? post).lang, locale)}>{(edit ?? post).title}</h2>
      {post.review_reason ? (
        <p class="review-reason">{t('admin.posts.reason_given', { reason: post.review_reason })}</p>
      ) : null}
      {post.schedule ? (
        <p class="review-schedule">
          <Icon of={CalendarClock} size={16} />
          {scheduleNote(visit, post)}
        </p>
      ) : null}
      <div class="review-author">
        <Person visit={visit} user={post.author} />
        <span class="review-links">
          <a href={`/admin/posts?status=approved&author=${post.author.uid}`}>
            {t('admin.posts.of_author')}
          </a>
          <a href={`/posts/${post.id}`}>
            {t('admin.posts.open_public')} <Icon of={ExternalLink} size={14} />
          </a>
        </span>
      </div>
    </header>
  );
}

/** Up to this many decisions are shown without a click: hiding them would save no space. */
const OPEN_HISTORY_MAX = 2;

function History({
  visit,
  history,
  undo,
}: { visit: PageView } & Pick<OpenedPost, 'history' | 'undo'>) {
  const { t, locale, now } = visit;
  if (history.length === 0) {
    return (
      <p class="meta" data-history>
        {t('admin.posts.no_history')}
      </p>
    );
  }
  return (
    <details class="review-history" data-history open={history.length <= OPEN_HISTORY_MAX}>
      <summary>
        {t('admin.posts.history')} <span class="tab-count">{history.length}</span>
      </summary>
      <ul>
        {history.map(({ id, actor, action, created_at, reason }) => {
          const name = actor?.name ?? t('admin.audit_log.command_line');
          return (
            <li key={id} data-by={name}>
              <strong>{name}</strong> {actionName(t, action)} ·{' '}
              <Time at={created_at} locale={locale} now={now} />
              {reason ? <q class="review-why">{reason}</q> : null}
              {undo.get(id) === 'undone' ? <Tag>{t('admin.audit_log.undone')}</Tag> : null}
              {undo.get(id) === 'undoable' ? <UndoForm visit={visit} of={{ log_id: id }} /> : null}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** Decorates the HTML as on the public page. */
function asReadersSeeIt({ t }: PageView, html: TrustedHtml): TrustedHtml {
  return decorateBody(html, bodyLabels(t)).html;
}
