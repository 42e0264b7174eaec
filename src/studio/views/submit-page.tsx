import { Circle, CircleAlert, CircleCheck } from 'lucide-static';
import { addDays, addSeconds, clockTime } from '../../platform/clock.ts';
import type { PageView } from '../../platform/http/page.ts';
import { shownZone } from '../../platform/shown-zone.ts';
import { PUBLISH_LEVEL, SCHEDULE_MAX_DAYS, SCHEDULE_MIN_SECONDS } from '../../posts/rules.ts';
import type { OwnPost, PostSummary } from '../../posts/schema.ts';
import { PostCard } from '../../posts/views/post-list.tsx';
import { ActionForm } from '../../ui/action-form.tsx';
import { Field } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { shownZoneName } from '../../ui/zone-name.ts';
import type { TextFacts } from '../publish-checks.ts';
import { StudioLayout } from './studio-layout.tsx';

export type SubmitPageProps = {
  visit: PageView;
  post: OwnPost;
  /** As lists will show it. */
  card: PostSummary;
  /** Empty if the summary is derived from the text. */
  summary: string;
  facts: TextFacts;
  audit: boolean;
  mustVerify: boolean;
  isUntitled: boolean;
};

/** Asks once before publishing. The editor shows `#submit-panel` of this page as a dialog. */
export function SubmitPage(props: SubmitPageProps) {
  const { visit, audit } = props;
  const title = visit.t(audit ? 'flow.submit_title' : 'flow.publish_title');
  return (
    <StudioLayout visit={visit} current="write" title={title}>
      <h1>{title}</h1>
      <SubmitPanel {...props} />
    </StudioLayout>
  );
}

function SubmitPanel(props: SubmitPageProps) {
  const { visit, post, card, audit } = props;
  const { t } = visit;
  const checks = checksOf(props);
  const isRefused = checks.some(({ state }) => state === 'needed');
  return (
    <div id="submit-panel" class="submit">
      <section aria-labelledby="submit-card">
        <h2 id="submit-card" class="submit-heading">
          {t('flow.card')}
        </h2>
        {/* The same component as in lists. Inert: the checklist names its parts for screen readers. */}
        <div class="submit-card" inert>
          <PostCard visit={visit} post={card} />
        </div>
      </section>
      <section aria-labelledby="submit-checks">
        <h2 id="submit-checks" class="submit-heading">
          {t('flow.checklist')}
        </h2>
        <ul class="submit-checks">
          {checks.map(({ text, state }) => (
            <li key={text} class={`submit-check submit-check-${state}`}>
              <Icon of={ICONS[state]} size={16} />
              <span>
                {text}
                <span class="visually-hidden"> ({t(`flow.check_${state}`)})</span>
              </span>
            </li>
          ))}
        </ul>
      </section>
      {post.status === 'pending' ? null : (
        <Now visit={visit} post={post} audit={audit} isRefused={isRefused} />
      )}
      <Later visit={visit} post={post} audit={audit} isRefused={isRefused} />
    </div>
  );
}

type ChoiceProps = { visit: PageView; post: OwnPost; audit: boolean; isRefused: boolean };

function Now({ visit, post, audit, isRefused }: ChoiceProps) {
  const { t } = visit;
  return (
    <div class="submit-now">
      <p id="submit-now-hint">{t(audit ? 'flow.now_submit_hint' : 'flow.now_publish_hint')}</p>
      <div class="actions">
        <ActionForm
          visit={visit}
          action={`/studio/posts/${post.id}/submit`}
          next={`/posts/${post.id}`}
          id="submit-now"
        >
          <button
            type="submit"
            class="button button-primary"
            aria-describedby="submit-now-hint"
            disabled={isRefused}
          >
            {t(audit ? 'flow.now_submit' : 'flow.now_publish')}
          </button>
        </ActionForm>
        <a class="button" href={`/studio/write?id=${post.id}`} data-close>
          {t('flow.back')}
        </a>
      </div>
    </div>
  );
}

function Later({ visit, post, audit, isRefused }: ChoiceProps) {
  const { t, now } = visit;
  const chosen = post.schedule && inputTime(new Date(post.schedule.publish_at));
  return (
    <details class="submit-later" open={chosen !== null}>
      <summary>{t('flow.later')}</summary>
      <ActionForm
        visit={visit}
        action={`/studio/posts/${post.id}/schedule/update`}
        next="/studio/content"
        class="form"
      >
        <p id="submit-later-hint">
          {t(audit ? 'flow.later_submit_hint' : 'flow.later_publish_hint')}
        </p>
        <Field
          id="submit-time"
          label={t('flow.later_label', { zone: shownZoneName(visit.locale) })}
        >
          <input
            class="input"
            id="submit-time"
            type="datetime-local"
            name="publish_at"
            required
            min={inputTime(addSeconds(now, SCHEDULE_MIN_SECONDS + 60))}
            max={inputTime(addDays(now, SCHEDULE_MAX_DAYS - 1))}
            value={chosen ?? undefined}
            aria-describedby="submit-later-hint"
          />
        </Field>
        <p class="actions">
          <button type="submit" class="button" disabled={isRefused}>
            {t(audit ? 'flow.later_button_submit' : 'flow.later_button')}
          </button>
        </p>
      </ActionForm>
    </details>
  );
}

function inputTime(date: Date): string {
  return clockTime(date, shownZone()).replace(' ', 'T');
}

type State = 'done' | 'advice' | 'needed';
const ICONS: Record<State, string> = { done: CircleCheck, advice: Circle, needed: CircleAlert };

function checksOf(props: SubmitPageProps): { text: string; state: State }[] {
  const { visit, post, card, summary, facts, mustVerify, isUntitled } = props;
  const { t, visitor } = visit;
  const check = (isDone: boolean, done: string, open: string, state: State = 'advice') =>
    isDone ? { text: done, state: 'done' as const } : { text: open, state };
  const when = (applies: boolean, text: string, state: State) => (applies ? [{ text, state }] : []);
  return [
    ...when(
      (visitor?.level ?? 0) < PUBLISH_LEVEL,
      t('flow.check_level', { level: PUBLISH_LEVEL }),
      'needed',
    ),
    ...when(mustVerify, t('flow.check_address'), 'needed'),
    check(!isUntitled, t('flow.check_title', { title: post.title }), t('flow.check_no_title')),
    check(!facts.isEmpty, t('flow.check_body'), t('flow.check_no_body'), 'needed'),
    check(summary !== '', t('flow.check_summary'), t('flow.check_summary_derived'), 'done'),
    check(
      post.cover_url !== null || card.picture !== null,
      t(post.cover_url === null ? 'flow.check_cover_body' : 'flow.check_cover'),
      t('flow.check_no_cover'),
    ),
    check(
      post.tags.length > 0,
      t('flow.check_tags', {
        tags: post.tags.map(({ name }) => name).join(visit.locale === 'en' ? ', ' : '、'),
      }),
      t('flow.check_no_tags'),
    ),
    ...(facts.pictures > 0
      ? [
          check(
            facts.noAlt === 0,
            t('flow.check_alt'),
            t('flow.check_no_alt', { count: facts.noAlt }),
          ),
        ]
      : []),
    ...when(facts.missing > 0, t('flow.check_missing', { count: facts.missing }), 'advice'),
  ];
}
