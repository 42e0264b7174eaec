import { countDownRefusals } from './countdown.ts';

/** Puts the main part of a page of ours in the place of this one's, and the focus where it says something. */
export function replaceMain(html: string): HTMLElement {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const main = page.querySelector('main');
  if (!main) throw new Error('an answer without a main part');
  document.querySelector('main')?.replaceWith(main);
  document.title = page.title;
  const address = main.querySelector<HTMLElement>('[data-address]')?.dataset['address'];
  if (address) history.replaceState(null, '', address);
  (firstInvalid(main) ?? main).focus();
  countDownRefusals();
  return main;
}

/** The field that was wrong; where none is named, the first one of the form that came back. */
function firstInvalid(main: HTMLElement): HTMLElement | null {
  const form = main.querySelector('.form-refusal')?.closest('form');
  return (
    main.querySelector<HTMLElement>('[aria-invalid]') ??
    form?.querySelector<HTMLElement>('[data-password] input') ??
    null
  );
}
