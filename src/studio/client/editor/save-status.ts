import type { Locale } from '../../../platform/i18n.ts';
import { describeProblem } from '../../../ui/client/texts.ts';
import type { SaveState } from './autosave.ts';
import { pageElement } from './page-elements.ts';
import type { Translate } from './translate.ts';

/** Those that somebody has to do something about: the line becomes the way to it. */
export type SaveAction = Partial<Record<SaveState['kind'], () => void>>;

/** The one line that says where the text is. */
export function createSaveStatus(say: Translate, locale: Locale, ways: SaveAction) {
  const line = pageElement('write-save-status');
  return (standing: SaveState): void => {
    const text = textOf(standing, say, locale);
    const way = ways[standing.kind];
    line.dataset['kind'] = standing.kind;
    // Every save would be too much to listen to; what went wrong is not.
    line.ariaLive = ['changed', 'saving', 'saved', 'new'].includes(standing.kind)
      ? 'off'
      : 'polite';
    if (!way) {
      line.textContent = text;
      return;
    }
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'link-button';
    button.textContent = text;
    button.addEventListener('click', way);
    line.replaceChildren(button);
  };
}

function textOf(standing: SaveState, say: Translate, locale: Locale): string {
  if (standing.kind === 'saved') {
    const clock = { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' } as const;
    return say('standing_saved', { time: standing.at.toLocaleTimeString(locale, clock) });
  }
  const text = say(`standing_${standing.kind}`);
  const isSaid = standing.kind === 'refused' && standing.problem;
  return isSaid ? `${text}：${describeProblem(standing.problem as never)}` : text;
}
