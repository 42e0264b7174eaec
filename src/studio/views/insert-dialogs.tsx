import { FOOTNOTE_MAX, FORMULA_MAX } from '../../platform/html/limits.ts';
import type { PageView } from '../../platform/http/page.ts';

export function NoteDialog({ visit: { t } }: { visit: PageView }) {
  return (
    <dialog id="note-dialog" class="dialog" aria-labelledby="note-dialog-title">
      <h2 id="note-dialog-title">{t('write.tool_footnote')}</h2>
      <form method="dialog" class="form">
        <div class="field">
          <label class="field-hint" for="note-text">
            {t('write.note_hint')}
          </label>
          <textarea class="input" id="note-text" rows={3} maxlength={FOOTNOTE_MAX} />
        </div>
        <Buttons t={t} remove="note-remove" />
      </form>
    </dialog>
  );
}

export function FormulaDialog({ visit: { t } }: { visit: PageView }) {
  return (
    <dialog
      id="formula-dialog"
      class="dialog formula-dialog"
      aria-labelledby="formula-dialog-title"
    >
      <h2 id="formula-dialog-title">{t('write.tool_formula')}</h2>
      <form method="dialog" class="form">
        <div class="field">
          <label class="field-hint" for="formula-tex">
            {t('write.formula_hint')}
          </label>
          <textarea
            class="input input-code"
            id="formula-tex"
            rows={3}
            maxlength={FORMULA_MAX}
            spellcheck={false}
            autocapitalize="off"
            aria-describedby="formula-problem"
          />
          <p class="field-error" id="formula-problem" role="status" />
        </div>
        <label class="formula-line">
          <input type="checkbox" class="checkbox" id="formula-block" />
          {t('write.formula_block')}
        </label>
        <div
          id="formula-preview"
          class="formula-preview prose"
          data-label={t('write.formula_preview')}
        />
        <Buttons t={t} remove="formula-remove" />
      </form>
    </dialog>
  );
}

function Buttons({ t, remove }: { t: PageView['t']; remove: string }) {
  return (
    <p class="dialog-buttons">
      <button type="submit" class="button button-primary" value="apply">
        {t('write.link_apply')}
      </button>
      <button type="submit" class="button" value="remove" id={remove}>
        {t('write.node_remove')}
      </button>
      <button type="submit" class="button button-quiet" value="cancel">
        {t('write.cancel')}
      </button>
    </p>
  );
}
