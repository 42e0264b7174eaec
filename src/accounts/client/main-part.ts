import { countDownRefusals } from './countdown.ts';

/** Replaces `<main>` with that of another page of this site, and focuses the first invalid field. */
export function replaceMain(html: string): HTMLElement {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const main = page.querySelector('main');
  if (!main) throw new Error('a response without <main>');
  document.querySelector('main')?.replaceWith(main);
  document.title = page.title;
  const address = main.querySelector<HTMLElement>('[data-address]')?.dataset['address'];
  if (address) history.replaceState(null, '', address);
  (findFirstInvalid(main) ?? main).focus();
  countDownRefusals();
  return main;
}

/** The invalid field or, if none is named, the password of the refused form. */
function findFirstInvalid(main: HTMLElement): HTMLElement | null {
  const form = main.querySelector('.form-refusal')?.closest('form');
  return (
    main.querySelector<HTMLElement>('[aria-invalid]') ??
    form?.querySelector<HTMLElement>('[data-password] input') ??
    null
  );
}
