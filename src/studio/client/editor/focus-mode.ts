import { pageElement } from './page-elements.ts';
import type { Translate } from './translate.ts';

/** Hides everything except the text and its tools. */
export function runFocusMode(t: Translate): void {
  const button = pageElement<HTMLButtonElement>('write-focus');
  const words = button.querySelector('span');
  const set = (isOn: boolean) => {
    document.documentElement.classList.toggle('is-focused', isOn);
    button.ariaPressed = String(isOn);
    button.title = t(isOn ? 'focus_leave' : 'focus');
    if (words) words.textContent = button.title;
  };
  button.addEventListener('click', () => set(button.ariaPressed !== 'true'));
  set(false);
}
