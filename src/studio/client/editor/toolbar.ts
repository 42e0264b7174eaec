import type { Editor } from '@tiptap/core';
import type { Tool } from '../../views/editor-toolbar.tsx';
import { type Dialogs, TOOLS } from './tools.ts';

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.platform);
export const MOD = IS_APPLE ? '⌘' : 'Ctrl';

/** The ARIA toolbar pattern: one tab stop, arrow keys inside, and each tool shows whether it is active. */
export function runToolbar(toolbar: HTMLElement, editor: Editor, dialogs: Dialogs): void {
  const buttons = [...toolbar.querySelectorAll<HTMLButtonElement>('[data-tool]')];
  for (const button of buttons) {
    const { keys } = button.dataset;
    if (keys) button.title = `${button.title} (${keys.replace('Mod', MOD)})`;
    // Keeps the caret in the text, and on a phone the keyboard open.
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () =>
      TOOLS[button.dataset['tool'] as Tool].run(editor, dialogs),
    );
  }
  moveInToolbar(toolbar);

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

/** One tab stop; the arrow keys move between the buttons. */
export function moveInToolbar(toolbar: HTMLElement): void {
  const stops = () =>
    [...toolbar.querySelectorAll<HTMLButtonElement>('button')].filter((one) => !one.hidden);
  const [first] = stops();
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
}

function moveTo(all: HTMLButtonElement[], target: HTMLElement | undefined): void {
  if (!target || !all.includes(target as HTMLButtonElement)) return;
  for (const one of all) one.tabIndex = one === target ? 0 : -1;
  if (document.activeElement !== target) target.focus();
}

/** Disabled buttons stay focusable, so that the toolbar always has the same buttons. */
function setEnabled(toolbar: HTMLElement, tool: Tool, isEnabled: boolean): void {
  const button = toolbar.querySelector(`[data-tool="${tool}"]`);
  button?.setAttribute('aria-disabled', String(!isEnabled));
}

/** On a phone, docks the toolbar above the keyboard, which covers the page without resizing it. */
export function dockAboveKeyboard(toolbar: HTMLElement): void {
  const view = window.visualViewport;
  if (!view) return;
  const dock = () => {
    const covered = Math.max(0, window.innerHeight - view.height - view.offsetTop);
    toolbar.style.setProperty('--keyboard', `${covered}px`);
  };
  view.addEventListener('resize', dock);
  view.addEventListener('scroll', dock);
}
