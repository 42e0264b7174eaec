import { call, Problem } from '../../ui/client/api.ts';
import { isComposing } from '../../ui/client/composing.ts';
import { replaceMain } from './main-part.ts';

/**
 * Shows the e-mail field first; whether the address is known decides between log-in and registration, which are two
 * pages of the server. The style sheet shows the steps only where scripts run.
 */
export function showEmailStepFirst(): void {
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    const card = target.closest<HTMLElement>('[data-join]');
    if (card && target.closest('[data-continue]')) void proceed(card);
    if (card && target.closest('[data-change-email]')) setStep(card, 'email');
  });
  // Enter would submit the form, whose password field is not visible yet.
  document.addEventListener('keydown', (event) => {
    const card = (event.target as Element).closest<HTMLElement>('[data-step="email"]');
    if (!card || event.key !== 'Enter' || isComposing(event)) return;
    if ((event.target as Element).id !== 'email') return;
    event.preventDefault();
    void proceed(card);
  });
  // Browsers without the scripting media query show the whole form at once.
  const card = document.querySelector<HTMLElement>('[data-join]');
  if (card && !matchMedia('(scripting: enabled)').matches) card.dataset['step'] = 'all';
}

function setStep(card: HTMLElement, step: 'email' | 'password'): void {
  card.dataset['step'] = step;
  const email = emailOf(card);
  if (email) email.readOnly = step === 'password';
  card.querySelector<HTMLInputElement>(step === 'email' ? '#email' : '#password')?.focus();
}

async function proceed(card: HTMLElement): Promise<void> {
  const email = emailOf(card);
  if (!email?.reportValidity() || card.ariaBusy === 'true') return;
  card.ariaBusy = 'true';
  try {
    const mode = card.dataset['join'] === 'register' ? 'register' : 'log_in';
    const target = (await isKnown(email.value, mode === 'log_in')) ? 'log_in' : 'register';
    const next = target === mode ? card : await openOther(card, email.value);
    const line = next.querySelector<HTMLElement>('[data-found]');
    if (line) line.textContent = line.dataset['found'] ?? '';
    setStep(next, 'password');
  } finally {
    card.ariaBusy = null;
  }
}

/** If the check fails, stay on the current page, so that logging in still works. */
async function isKnown(email: string, otherwise: boolean): Promise<boolean> {
  try {
    const path = '/api/auth/check-email';
    const { available } = await call<{ available: boolean }>('POST', path, { body: { email } });
    return !available;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return otherwise;
  }
}

async function openOther(card: HTMLElement, typed: string): Promise<HTMLElement> {
  const address = card.dataset['other'] ?? '/login';
  try {
    const response = await fetch(address, { headers: { accept: 'text/html' } });
    const other = replaceMain(await response.text()).querySelector<HTMLElement>('[data-join]');
    const email = other && emailOf(other);
    if (!email) return card;
    email.value = typed;
    history.replaceState(null, '', address);
    return other;
  } catch {
    return card;
  }
}

function emailOf(card: HTMLElement): HTMLInputElement | null {
  return card.querySelector<HTMLInputElement>('#email');
}
