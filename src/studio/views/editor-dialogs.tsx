import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { Field } from '../../ui/form.tsx';
import { TableTools } from './editor-table-tools.tsx';
import { FormulaDialog, NoteDialog } from './insert-dialogs.tsx';

/** The editor's dialogs, rendered by the server and opened by scripts. */
export function EditorDialogs({ visit }: { visit: PageView }) {
  return (
    <div class="live-only">
      <LinkDialog visit={visit} />
      <AltDialog visit={visit} />
      <LanguageDialog visit={visit} />
      <NoteDialog visit={visit} />
      <FormulaDialog visit={visit} />
      <ConflictDialog visit={visit} />
      <dialog id="submit-dialog" class="dialog submit-dialog" aria-labelledby="submit-dialog-title">
        <h2 id="submit-dialog-title">{visit.t('flow.publish_title')}</h2>
        <div id="submit-dialog-content" />
      </dialog>
      <TableTools visit={visit} />
      <div
        id="slash-menu"
        class="slash-menu"
        role="listbox"
        aria-label={visit.t('write.slash_title')}
        tabIndex={0}
        hidden
      />
    </div>
  );
}

type FrameProps = { id: string; title: string; class?: string; children: ComponentChildren };

function Frame({ id, title, class: className = '', children }: FrameProps) {
  return (
    <dialog id={id} class={`dialog ${className}`} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </dialog>
  );
}

function LinkDialog({ visit: { t } }: { visit: PageView }) {
  return (
    <Frame id="link-dialog" title={t('write.link_title')}>
      <form method="dialog" class="form" novalidate>
        <Field id="link-address" label={t('write.link_address')}>
          <input
            class="input"
            id="link-address"
            type="text"
            inputmode="url"
            autocomplete="off"
            spellcheck={false}
            placeholder={t('write.link_placeholder')}
            aria-describedby="link-problem"
          />
          <p class="field-error" id="link-problem" />
        </Field>
        <p class="dialog-buttons">
          <button type="submit" class="button button-primary" value="apply">
            {t('write.link_apply')}
          </button>
          <button type="submit" class="button" value="remove" id="link-remove">
            {t('write.link_remove')}
          </button>
          <button type="submit" class="button button-quiet" value="cancel" formnovalidate>
            {t('write.cancel')}
          </button>
        </p>
      </form>
    </Frame>
  );
}

function AltDialog({ visit: { t } }: { visit: PageView }) {
  return (
    <Frame id="alt-dialog" title={t('write.image_alt_title')}>
      <form method="dialog" class="form">
        <div class="field">
          <label class="field-hint" for="alt-text">
            {t('write.image_alt_hint')}
          </label>
          <textarea class="input" id="alt-text" rows={3} maxlength={300} />
        </div>
        <p class="dialog-buttons">
          <button type="submit" class="button button-primary" value="apply">
            {t('write.link_apply')}
          </button>
          <button type="submit" class="button button-quiet" value="cancel">
            {t('write.cancel')}
          </button>
        </p>
      </form>
    </Frame>
  );
}

function LanguageDialog({ visit: { t } }: { visit: PageView }) {
  return (
    <Frame id="language-dialog" title={t('write.language_title')} class="language-dialog">
      <input
        class="input"
        id="language-search"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="language-list"
        aria-autocomplete="list"
        aria-label={t('write.language_search')}
        placeholder={t('write.language_search')}
        autocomplete="off"
        spellcheck={false}
      />
      <div
        id="language-list"
        class="language-list"
        role="listbox"
        aria-label={t('write.language_title')}
      />
      <p id="language-none" class="field-hint" hidden>
        {t('write.language_none')}
      </p>
    </Frame>
  );
}

const CHOICES = ['fork', 'mine', 'theirs'] as const;

function ConflictDialog({ visit: { t } }: { visit: PageView }) {
  return (
    <Frame id="conflict-dialog" title={t('write.conflict_title')} class="conflict-dialog">
      <p>{t('write.conflict_lead')}</p>
      <p class="field-hint">{t('versions.conflict_note')}</p>
      <div class="conflict-choices">
        {CHOICES.map((choice) => (
          <button key={choice} type="button" class="conflict-choice" data-choice={choice}>
            <strong>{t(`write.conflict_${choice}`)}</strong>
            <span>{t(`write.conflict_${choice}_hint`)}</span>
          </button>
        ))}
      </div>
      <h3 class="panel-heading">{t('write.conflict_diff')}</h3>
      <p class="field-hint">{t('write.conflict_legend')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be focusable. */}
      <div id="conflict-diff" class="conflict-diff" tabIndex={0} />
    </Frame>
  );
}
