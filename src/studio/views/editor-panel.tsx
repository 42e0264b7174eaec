import { Circle, CircleCheck } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { type OwnPost, SUMMARY_MAX } from '../../posts/schema.ts';
import { scheduleNote } from '../../posts/views/schedule-note.ts';
import { StatusChip } from '../../posts/views/status-chip.tsx';
import { type SeriesChoice, SeriesField } from '../../series/views/series-field.tsx';
import { Field } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Tag } from '../../ui/tag.tsx';
import { ChangesField } from './changes-field.tsx';
import type { EditorSettings } from './editor-settings.ts';
import { LanguageField } from './language-field.tsx';
import { TagsField } from './tags-field.tsx';

type PanelProps = {
  visit: PageView;
  post: OwnPost | null;
  setting: EditorSettings;
  /** The author's own, not one derived from the body. */
  summary: string;
  series: SeriesChoice;
};

/** Beside the text: the status, the checklist, the summary, tags and cover for lists, the series and the language. */
export function EditorPanel({ visit, post, setting, summary, series }: PanelProps) {
  const { t } = visit;
  return (
    <aside class="write-panel" aria-label={t('write.panel')}>
      <section class="panel-part">
        <div class="panel-status">
          <h2>{t('write.status')}</h2>
          <span id="write-status">
            {post ? (
              <StatusChip visit={visit} status={post.status} />
            ) : (
              <Tag>{t('write.status_new')}</Tag>
            )}
          </span>
          {/* The status after the first save. */}
          <template id="write-status-draft">
            <StatusChip visit={visit} status="draft" />
          </template>
        </div>
        <Notes visit={visit} post={post} setting={setting} />
        <Checklist visit={visit} />
        <PlainButtons visit={visit} post={post} setting={setting} />
      </section>
      <section class="panel-part">
        <Field id="write-summary" label={t('write.summary')} hint={t('write.summary_hint')}>
          <textarea
            id="write-summary"
            name="summary"
            class="input write-summary"
            rows={3}
            maxlength={SUMMARY_MAX}
            aria-describedby="write-summary-hint"
            autocomplete="off"
          >
            {summary}
          </textarea>
        </Field>
      </section>
      <TagsField visit={visit} post={post} />
      <SeriesField visit={visit} choice={series} />
      <LanguageField visit={visit} post={post} />
      <ChangesField visit={visit} post={post} />
      <CoverPicker visit={visit} cover={post?.cover_url ?? null} />
      <section class="panel-part live-only">
        <h2>{t('write.outline')}</h2>
        <ol id="write-outline" class="outline" />
        <p id="write-outline-empty" class="field-hint">
          {t('write.outline_empty')}
        </p>
      </section>
    </aside>
  );
}

function Notes({ visit, post, setting }: Omit<PanelProps, 'summary' | 'series'>) {
  const { t } = visit;
  const reason = post?.review_reason;
  const { barred, intent } = setting;
  if (barred) {
    return (
      <div class="panel-note panel-note-warn" id="write-barred">
        <p>
          {t(barred === 'banned' ? 'write.no_banned' : 'write.no_level', {
            level: visit.site.publish_level,
          })}
        </p>
        {barred === 'level' ? <a href="/settings?tab=profile">{t('write.no_level_way')}</a> : null}
      </div>
    );
  }
  const isEditPending = intent === 'update' && post?.pending_version !== null;
  const note = intent === 'update' && setting.audit ? 'update_audit' : intent;
  return (
    <div class="panel-notes">
      {reason && post?.status === 'rejected' ? (
        <p class="panel-note panel-note-danger">{t('write.note_rejected', { reason })}</p>
      ) : null}
      {reason && post?.status === 'approved' && !isEditPending ? (
        <p class="panel-note panel-note-danger">{t('write.note_rejected_edit', { reason })}</p>
      ) : null}
      {isEditPending ? <p class="panel-note panel-note-warn">{t('write.note_waiting')}</p> : null}
      <p class="panel-note" id="write-note">
        {t(`write.note_${note}`)}
      </p>
      {post?.schedule ? <p class="panel-note">{scheduleNote(visit, post)}</p> : null}
      {intent === 'update' ? null : <p class="panel-note">{t('write.note_draft')}</p>}
    </div>
  );
}

const CHECKS = ['title', 'body', 'uploads', 'alt', 'missing'] as const;

function Checklist({ visit }: { visit: PageView }) {
  const { t } = visit;
  return (
    <div class="live-only">
      <h3 class="panel-heading">{t('write.checklist')}</h3>
      <ul class="checklist">
        {CHECKS.map((check) => (
          <li key={check} data-check={check}>
            <span class="check-open">
              <Icon of={Circle} size={16} />
            </span>
            <span class="check-done">
              <Icon of={CircleCheck} size={16} />
            </span>
            <span>
              <span data-label>{t(`write.check_${check}`)}</span>
              <span class="visually-hidden" data-state />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Without scripts there is no autosave. */
function PlainButtons({ visit, post, setting }: Omit<PanelProps, 'summary' | 'series'>) {
  const { t } = visit;
  // Any other post is saved first, and published from the page that asks once.
  const direct = post !== null && setting.intent === 'update';
  return (
    <div class="actions plain-only">
      <button class="button" type="submit" name="draft" value="true">
        {t('write.save_draft')}
      </button>
      {direct && !setting.barred ? (
        <button class="button button-primary" type="submit" name="draft" value="false">
          {t(`write.${setting.intent}`)}
        </button>
      ) : null}
    </div>
  );
}

function CoverPicker({ visit, cover }: { visit: PageView; cover: string | null }) {
  const { t } = visit;
  return (
    <section class="panel-part live-only" id="write-cover" data-filled={String(cover !== null)}>
      <h2>{t('write.cover')}</h2>
      <p class="field-hint">{t('write.cover_hint')}</p>
      <img class="cover-shown" {...(cover ? { src: cover } : {})} alt={t('write.cover_chosen')} />
      <progress class="cover-progress" max={1} value={0} aria-label={t('write.cover')} hidden />
      <p class="cover-buttons">
        <button type="button" class="button button-small" data-cover="choose">
          {t('write.cover_choose')}
        </button>
        <button type="button" class="button button-small" data-cover="first">
          {t('write.cover_from_body')}
        </button>
        <button type="button" class="button button-small" data-cover="remove">
          {t('write.cover_remove')}
        </button>
      </p>
      <input
        type="file"
        accept="image/jpeg,image/png,image/gif,image/webp"
        hidden
        aria-label={t('write.cover_choose')}
      />
    </section>
  );
}
