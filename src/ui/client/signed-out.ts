import { openLoginDialog } from './login-dialog.ts';

const TYPED = 'textarea, input:not([type]), input[type="text"], input[type="url"]';
let isLeaving = false;

/**
 * SPEC §5.6: after a failed refresh, redirects to the log-in page, which leads back here. If there is typed text, a
 * dialog logs in on the page itself. A page with its own solution prevents the default of the event.
 */
export function redirectToLogin(event: Event): void {
  if (event.defaultPrevented || isLeaving) return;
  if (hasTypedText() && openLoginDialog()) return;
  isLeaving = true;
  const here = `${location.pathname}${location.search}${location.hash}`;
  location.assign(`/login?next=${encodeURIComponent(here)}`);
}

function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED);
  return [...fields].some(
    ({ value, defaultValue }) => value.trim() !== '' && value !== defaultValue,
  );
}
