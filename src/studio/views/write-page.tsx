import { Eye, Maximize } from 'lucide-static';
import type { TrustedHtml } from '../../platform/html/trusted.ts';
import type { PageView } from '../../platform/http/page.ts';
import { type OwnPost, TITLE_MAX } from '../../posts/schema.ts';
import { PlainSeriesField, type SeriesChoice } from '../../series/views/series-field.tsx';
import { ActionForm } from '../../ui/action-form.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { Prose } from '../../ui/prose.tsx';
import { formatDateTime } from '../../ui/time.tsx';
import { EditorDialogs } from './editor-dialogs.tsx';
import { EditorPanel } from './editor-panel.tsx';
import { type EditorSettings, editorSettingsOf } from './editor-settings.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { MarkdownMenu } from './markdown-menu.tsx';
import { StudioLayout } from './studio-layout.tsx';

type WritePageProps = {
  visit: PageView;
  post: OwnPost | null;
  /** The author's own; empty if it is derived from the body. */
  summary: string;
  audit: boolean;
  /** The author must verify the e-mail address before publishing. */
  mustVerify: boolean;
  series: SeriesChoice;
};

export function WritePage(props: WritePageProps) {
  const { visit, post, summary, audit, mustVerify, series } = props;
  const { t } = visit;
  const setting = editorSettingsOf(visit, post, audit);
  const title = post && !setting.placeholder_titles.includes(post.title) ? post.title : '';
  const lang = post ? langOf(post.lang, visit.locale) : undefined;
  const form = post ? `/studio/posts/${post.id}/update` : '/studio/posts';
  return (
    <StudioLayout
      visit={visit}
      current="write"
      title={title ? t('write.edit_title', { title }) : t('write.new_title')}
      scripts={['write']}
      sheets={['editor']}
    >
      <div class="write" id="write" data-setting={JSON.stringify(setting)}>
        <h1 class="visually-hidden">{t('write.new_title')}</h1>
        <ActionForm visit={visit} action={form} next="/studio/write?id={id}" class="write-form">
          {post ? <input type="hidden" name="version" value={post.version} /> : null}
          <input type="hidden" name="cover_url" value={post?.cover_url ?? ''} />
          <div class="write-column">
            <WriteHead visit={visit} setting={setting} />
            {mustVerify ? <MustVerify visit={visit} /> : null}
            <div id="write-banners" class="write-banners" role="status" />
            <label class="visually-hidden" for="write-title">
              {t('write.title_label')}
            </label>
            <textarea
              id="write-title"
              name="title"
              class="write-title"
              lang={lang}
              rows={1}
              maxlength={TITLE_MAX}
              placeholder={t('write.title_placeholder')}
              required
              autocomplete="off"
            >
              {title}
            </textarea>
            <PlainBody visit={visit} post={post} />
            <div id="write-surface" class="write-surface live-only" lang={lang}>
              {post ? <Prose html={post.body as TrustedHtml} /> : null}
            </div>
            <p class="write-foot live-only">
              <span id="write-count" />
              <span id="write-keys" class="write-keys" />
            </p>
          </div>
          <EditorPanel
            visit={visit}
            post={post}
            setting={setting}
            summary={summary}
            series={series}
          />
        </ActionForm>
        {post ? <PlainSubmit visit={visit} post={post} setting={setting} /> : null}
        {post && setting.barred !== 'banned' ? (
          <PlainSeriesField visit={visit} choice={series} postId={post.id} />
        ) : null}
        <EditorDialogs visit={visit} />
      </div>
    </StudioLayout>
  );
}

function MustVerify({ visit }: { visit: PageView }) {
  const { t } = visit;
  return (
    <Banner tone="warn" title={t('email.required_title')}>
      <p>
        {t('email.required_lead')}{' '}
        <a href="/settings?tab=security#email-address">{t('email.required_link')}</a>
      </p>
    </Banner>
  );
}

/** The save status, the main buttons and the toolbar; always visible. */
function WriteHead({ visit, setting }: { visit: PageView; setting: EditorSettings }) {
  const { t } = visit;
  return (
    <div class="write-head live-only">
      <div class="write-bar">
        <p id="write-save-status" class="write-save-status">
          {setting.saved_at
            ? t('write.save_state_saved', { time: formatDateTime(setting.saved_at, visit.locale) })
            : t('write.save_state_new')}
        </p>
        <MarkdownMenu visit={visit} />
        <button id="write-focus" type="button" class="icon-button" aria-pressed="false">
          <Icon of={Maximize} size={18} />
          <span class="visually-hidden">{t('write.focus')}</span>
        </button>
        <a
          id="write-preview"
          class="button button-small"
          target={`preview-${setting.id ?? 'new'}`}
          {...(setting.id
            ? { href: `/studio/preview?id=${setting.id}` }
            : { role: 'link' as const, 'aria-disabled': 'true' as const })}
        >
          <Icon of={Eye} size={16} />
          {t('write.preview')}
        </a>
        <button
          id="write-publish"
          type="button"
          class="button button-primary button-small"
          {...(setting.barred
            ? { 'aria-disabled': 'true' as const, 'aria-describedby': 'write-barred' }
            : { 'aria-describedby': 'write-note' })}
        >
          {t(`write.${setting.intent}`)}
        </button>
      </div>
      <EditorToolbar visit={visit} />
    </div>
  );
}

/** Without scripts, authors edit the stored HTML. */
function PlainBody({ visit, post }: { visit: PageView; post: OwnPost | null }) {
  const { t } = visit;
  return (
    <Field
      id="write-source"
      label={t('write.body_label')}
      hint={t('write.source_hint')}
      class="field plain-only"
    >
      <textarea
        id="write-source"
        name="body"
        class="input input-code write-source"
        rows={20}
        aria-describedby="write-source-hint"
        autocomplete="off"
      >
        {post?.body ?? ''}
      </textarea>
    </Field>
  );
}

/** Publishes the saved text: the page behind it asks once. */
function PlainSubmit(props: { visit: PageView; post: OwnPost; setting: EditorSettings }) {
  const { visit, post, setting } = props;
  if (post.status === 'approved' || setting.barred) return null;
  return (
    <p class="plain-only write-plain-submit">
      <a class="button" href={`/studio/submit?id=${post.id}`}>
        {visit.t(`write.${setting.intent}`)}
      </a>
    </p>
  );
}
