import type { Locale } from '../../../platform/i18n.ts';
import { describeProblem } from '../../../ui/client/texts.ts';
import type { SaveState } from './autosave.ts';
import { pageElement } from './page-elements.ts';
import type { Translate } from './translate.ts';

/** For states that need the author: the status line becomes a button. */
export type SaveAction = Partial<Record<SaveState['kind'], () => void>>;

/** The line that shows where the text is stored. */
export function createSaveStatus(t: Translate, locale: Locale, actions: SaveAction) {
  const line = pageElement('write-save-status');
  return (state: SaveState): void => {
    const text = textOf(state, t, locale);
    const action = actions[state.kind];
    line.dataset['kind'] = state.kind;
    // Screen readers announce problems, not every save.
    line.ariaLive = ['changed', 'saving', 'saved', 'new'].includes(state.kind) ? 'off' : 'polite';
    if (!action) {
      line.textContent = text;
      return;
    }
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'link-button';
    button.textContent = text;
    button.addEventListener('click', action);
    line.replaceChildren(button);
  };
}

function textOf(state: SaveState, t: Translate, locale: Locale): string {
  if (state.kind === 'saved') {
    const clock = {
      timeZone: document.documentElement.dataset['zone'] ?? 'Asia/Shanghai',
      hour: '2-digit',
      minute: '2-digit',
    } as const;
    return t('save_state_saved', { time: state.at.toLocaleTimeString(locale, clock) });
  }
  const text = t(`save_state_${state.kind}`);
  const hasReason = state.kind === 'refused' && state.problem;
  return hasReason ? `${text}：${describeProblem(state.problem as never)}` : text;
}
