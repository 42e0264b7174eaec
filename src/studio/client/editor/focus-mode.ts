import { pageElement } from './page-elements.ts';
import type { Translate } from './translate.ts';

/** Nothing on the screen but the text and its tools. */
export function runFocusMode(say: Translate): void {
  const button = pageElement<HTMLButtonElement>('write-focus');
  const words = button.querySelector('span');
  const set = (isOn: boolean) => {
    document.documentElement.classList.toggle('is-focused', isOn);
    button.ariaPressed = String(isOn);
    button.title = say(isOn ? 'focus_leave' : 'focus');
    if (words) words.textContent = button.title;
  };
  button.addEventListener('click', () => set(button.ariaPressed !== 'true'));
  set(false);
}
