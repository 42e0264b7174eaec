import type { TrustedHtml } from '../../platform/html/trusted.ts';
import type { Locale } from '../../platform/i18n.ts';
import { EditorDialogs } from '../../studio/views/editor-dialogs.tsx';
import { EditorToolbar } from '../../studio/views/editor-toolbar.tsx';
import { pageEditorSettings } from '../../studio/views/page-editor-settings.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Checkbox, ErrorSummary, SubmitButton } from '../../ui/form.tsx';
import { Prose } from '../../ui/prose.tsx';
import { isTerms, PAGE_LOCALES, PAGE_TITLE_MAX } from '../../written-pages/rules.ts';
import type { PageDraft } from '../../written-pages/schema.ts';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { PAGES_PATH } from './pages.tsx';

export type PageProblem = { field: string; message: string };

type PageEditorProps = {
  admin: AdminPage;
  draft: PageDraft;
  /** What the last try entered, and what was wrong with it. */
  typed?: Record<string, string>;
  problems?: PageProblem[];
};

const LANGUAGE_NAMES = { 'zh-CN': 'zh', en: 'en' } as const satisfies Record<Locale, string>;

/** The editor of posts, for a text in each language. Without scripts, the text areas behind it. */
export function PageEditor(props: PageEditorProps) {
  const { admin, draft, typed = {}, problems = [] } = props;
  const { visit } = admin;
  const { t, locale, site } = visit;
  const { name, version, is_published } = draft;
  const path = site.pages.find((page) => page.name === name)?.path;
  const address = `${PAGES_PATH}/${name}`;
  // The owner begins in their own language.
  const locales = [locale, ...PAGE_LOCALES.filter((one) => one !== locale)];
  return (
    <AdminLayout
      admin={admin}
      current="pages"
      title={t(`owner_pages.names.${name}`)}
      lead={t(`owner_pages.hints.${name}`)}
      hasEditor
    >
      <p class="studio-path">
        <a href={PAGES_PATH}>{t('owner_pages.title')}</a>
        {path ? (
          <>
            <span aria-hidden="true">/</span>
            <a href={path}>{t('owner_pages.see')}</a>
            <span aria-hidden="true">/</span>
            <a href={`${path}/versions`}>{t('written_pages.versions')}</a>
          </>
        ) : null}
      </p>
      {problems.length > 0 ? (
        <ErrorSummary
          title={t('page.please_correct')}
          errors={problems.map((one) => ({ ...one, field: one.field.replaceAll('.', '-') }))}
        />
      ) : null}
      <div class="write" id="write" data-setting={JSON.stringify(pageEditorSettings(locale))}>
        <ActionForm visit={visit} action={`${address}/update`} next={address} class="form">
          <input type="hidden" name="version" value={typed['version'] ?? version} />
          <Languages admin={admin} locales={locales} />
          {locales.map((one) => (
            <LanguagePart key={one} {...props} language={one} />
          ))}
          <div class="live-only">
            <EditorToolbar visit={visit} without="image" />
            <div id="write-surface" class="write-surface">
              <Prose html={(textIn(draft, locales[0])?.body ?? '') as TrustedHtml} />
            </div>
          </div>
          {isTerms(name) ? (
            <MustAccept admin={admin} isOn={typed['must_accept'] === 'true'} />
          ) : null}
          <p>
            <button class="button button-primary" type="submit">
              {t(is_published ? 'owner_pages.publish_again' : 'owner_pages.publish')}
            </button>
          </p>
        </ActionForm>
        <EditorDialogs visit={visit} />
      </div>
      {is_published ? <Withdraw admin={admin} draft={draft} /> : null}
    </AdminLayout>
  );
}

function textIn({ texts }: PageDraft, locale: Locale | undefined) {
  return texts.find(({ lang }) => lang === locale);
}

function Languages({ admin, locales }: { admin: AdminPage; locales: Locale[] }) {
  const { t } = admin.visit;
  return (
    <>
      <p class="field-hint">{t('owner_pages.languages_hint')}</p>
      <div class="live-only">
        <p class="actions">
          {locales.map((one, at) => (
            <button
              key={one}
              type="button"
              class="button button-small"
              aria-pressed={at === 0}
              data-choose-language={one}
              lang={one}
            >
              {t(`owner_pages.language.${LANGUAGE_NAMES[one]}`)}
            </button>
          ))}
        </p>
      </div>
    </>
  );
}

function LanguagePart(props: PageEditorProps & { language: Locale }) {
  const { admin, draft, typed = {}, problems = [], language } = props;
  const { t } = admin.visit;
  const text = textIn(draft, language);
  const name = t(`owner_pages.language.${LANGUAGE_NAMES[language]}`);
  const title = `title.${language}`;
  const body = `body.${language}`;
  const problemOf = (field: string) => problems.find((one) => one.field === field)?.message;
  const ids = { title: `title-${language}`, body: `body-${language}` };
  return (
    <div class="form" data-language={language}>
      <div class="field">
        <label class="field-label" for={ids.title}>
          {t('owner_pages.page_title')} · <span lang={language}>{name}</span>
        </label>
        <input
          class="input"
          id={ids.title}
          name={title}
          lang={language}
          maxLength={PAGE_TITLE_MAX}
          value={typed[title] ?? text?.title ?? ''}
          autocomplete="off"
          aria-invalid={problemOf(title) ? true : undefined}
        />
        {problemOf(title) ? <p class="field-error">{problemOf(title)}</p> : null}
      </div>
      <div class="field plain-only">
        <label class="field-label" for={ids.body}>
          {t('write.body_label')} · <span lang={language}>{name}</span>
        </label>
        <p class="field-hint" id={`${ids.body}-hint`}>
          {t('write.source_hint')}
        </p>
        <textarea
          class="input input-code write-source"
          id={ids.body}
          name={body}
          lang={language}
          rows={16}
          aria-describedby={`${ids.body}-hint`}
          aria-invalid={problemOf(body) ? true : undefined}
          autocomplete="off"
        >
          {typed[body] ?? text?.body ?? ''}
        </textarea>
        {problemOf(body) ? <p class="field-error">{problemOf(body)}</p> : null}
      </div>
    </div>
  );
}

function MustAccept({ admin, isOn }: { admin: AdminPage; isOn: boolean }) {
  const { t } = admin.visit;
  return (
    <Checkbox
      name="must_accept"
      label={t('owner_pages.must_accept')}
      hint={t('owner_pages.must_accept_hint')}
      checked={isOn}
      value="true"
    />
  );
}

function Withdraw({ admin, draft }: { admin: AdminPage; draft: PageDraft }) {
  const { visit } = admin;
  const { t } = visit;
  return (
    <section class="card site-setting page-withdraw" aria-labelledby="withdraw">
      <div>
        <h2 id="withdraw">{t('owner_pages.withdraw_title')}</h2>
        <p class="meta">{t('owner_pages.withdraw_hint')}</p>
      </div>
      <ActionForm visit={visit} action={`${PAGES_PATH}/${draft.name}/delete`} next={PAGES_PATH}>
        <SubmitButton class="button button-danger">{t('owner_pages.withdraw')}</SubmitButton>
      </ActionForm>
    </section>
  );
}
