import { enhanceForms } from './enhance-forms.ts';
import { appendPages } from './load-more.ts';
import { listenForKeys } from './shortcuts.ts';
import { dismissToasts } from './toast.ts';

/** On every page: forms, lists, shortcuts, toasts, and what happens when the session ends. */
document.documentElement.dataset['scripts'] = 'on';
enhanceForms();
appendPages();
listenForKeys();
dismissToasts();
// A lazy import, because few readers need it. When it has loaded, all other listeners have run.
document.addEventListener('signed-out', async (event) =>
  (await import('./signed-out.ts')).redirectToLogin(event),
);
// The first focus in a search field loads what suggests. An input method may begin to compose before that.
document.addEventListener('focusin', async ({ target: field }) => {
  if (!(field instanceof HTMLInputElement) || field.type !== 'search') return;
  field.addEventListener('compositionstart', () => field.setAttribute('data-composed', ''));
  if (field.form?.dataset['words'])
    (await import('./search-field/enhance.ts')).enhanceSearchField(field);
});
for (const event of ['offline', 'online']) {
  addEventListener(event, () => document.body.classList.toggle('is-offline', event === 'offline'));
}
