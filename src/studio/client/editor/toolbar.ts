import type { Editor } from '@tiptap/core';
import type { Tool } from '../../views/editor-toolbar.tsx';
import { type Dialogs, TOOLS } from './tools.ts';

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.platform);
export const MOD = IS_APPLE ? '⌘' : 'Ctrl';

/** One stop for Tab, arrow keys inside (the ARIA toolbar pattern), and each tool says whether it is on. */
export function runToolbar(toolbar: HTMLElement, editor: Editor, ask: Dialogs): void {
  const buttons = [...toolbar.querySelectorAll<HTMLButtonElement>('[data-tool]')];
  const stops = () =>
    [...toolbar.querySelectorAll<HTMLButtonElement>('button')].filter((one) => !one.hidden);
  for (const button of buttons) {
    const { keys } = button.dataset;
    if (keys) button.title = `${button.title} (${keys.replace('Mod', MOD)})`;
    // The caret stays in the text, which on a phone also keeps the keyboard up.
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => TOOLS[button.dataset['tool'] as Tool].run(editor, ask));
  }
  const first = buttons[0];
  if (first) first.tabIndex = 0;

  toolbar.addEventListener('keydown', (event) => {
    const all = stops();
    const now = all.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: all.length - 1 }[event.key];
    if (now < 0 || to === undefined) return;
    event.preventDefault();
    moveTo(all, all[(to + all.length) % all.length]);
  });
  toolbar.addEventListener('focusin', (event) => moveTo(stops(), event.target as HTMLElement));

  const show = () => {
    for (const button of buttons) {
      const { isOn } = TOOLS[button.dataset['tool'] as Tool];
      if (isOn) button.setAttribute('aria-pressed', String(isOn(editor)));
    }
    setEnabled(toolbar, 'undo', editor.can().undo());
    setEnabled(toolbar, 'redo', editor.can().redo());
  };
  editor.on('transaction', show);
  show();
}

function moveTo(all: HTMLButtonElement[], target: HTMLElement | undefined): void {
  if (!target || !all.includes(target as HTMLButtonElement)) return;
  for (const one of all) one.tabIndex = one === target ? 0 : -1;
  if (document.activeElement !== target) target.focus();
}

/** Still a stop for the arrow keys: a toolbar whose buttons vanish is hard to learn. */
function setEnabled(toolbar: HTMLElement, tool: Tool, isEnabled: boolean): void {
  const button = toolbar.querySelector(`[data-tool="${tool}"]`);
  button?.setAttribute('aria-disabled', String(!isEnabled));
}

/** On a phone the tools sit above the keyboard, which covers the page without moving its end. */
export function dockAboveKeyboard(toolbar: HTMLElement): void {
  const view = window.visualViewport;
  if (!view) return;
  const place = () => {
    const covered = Math.max(0, window.innerHeight - view.height - view.offsetTop);
    toolbar.style.setProperty('--keyboard', `${covered}px`);
  };
  view.addEventListener('resize', place);
  view.addEventListener('scroll', place);
}
