import { send } from '../../../ui/client/api.ts';
import { isSendKey } from '../../../ui/client/composing.ts';
import { pageElement } from './page-elements.ts';

/**
 * Asks once before publishing: the panel of `/studio/submit`, which the server draws with the card of lists. Its forms are
 * sent like every other form of the site; without scripts the same page asks.
 */
export function createSubmitDialog(): (id: number) => Promise<void> {
  const dialog = pageElement<HTMLDialogElement>('submit-dialog');
  const content = pageElement('submit-dialog-content');

  dialog.addEventListener('keydown', (event) => {
    if (!isSendKey(event)) return;
    event.preventDefault();
    // In the form of the time, the time is meant.
    const focused = (event.target as Element).closest('form');
    const form = focused ?? document.querySelector<HTMLFormElement>('#submit-now');
    const button = form?.querySelector<HTMLButtonElement>('button[type="submit"]');
    if (button && !button.disabled) form?.requestSubmit(button);
  });
  dialog.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('[data-close]')) return;
    event.preventDefault();
    dialog.close();
  });

  return async (id) => {
    const response = await send(`/studio/submit?id=${id}`, () => ({
      headers: { accept: 'text/html' },
    }));
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const panel = page.getElementById('submit-panel');
    // Submitted or deleted elsewhere meanwhile: the page of the post shows it.
    if (!panel) return location.assign(response.url);
    pageElement('submit-dialog-title').textContent = page.querySelector('h1')?.textContent ?? '';
    content.replaceChildren(document.importNode(panel, true));
    dialog.showModal();
    // On a phone the dialog begins with its title and the card, not at the button.
    content.querySelector<HTMLElement>('#submit-now button')?.focus({ preventScroll: true });
  };
}
