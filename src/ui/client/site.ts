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
// What can wait until the page is idle. The page names the scripts, which belong to domains.
(self.requestIdleCallback ?? setTimeout)(() => {
  for (const url of document.body.dataset['idle']?.split(' ') ?? []) void import(url);
});
