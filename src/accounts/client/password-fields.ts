const MEASURE_AFTER_MS = 150;

/** Listens on the document, because a refused form is replaced by a new one. */
export function enhancePasswordFields(): void {
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-show-password]');
    if (button) show(button, button.ariaPressed !== 'true');
  });
  for (const kind of ['keydown', 'keyup'] as const) document.addEventListener(kind, warnOfCapsLock);
  let timer: ReturnType<typeof setTimeout>;
  document.addEventListener('input', (event) => {
    const meter = containerOf(event.target)?.querySelector<HTMLElement>('[data-strength]');
    if (!meter) return;
    clearTimeout(timer);
    timer = setTimeout(
      () => void measure(meter, event.target as HTMLInputElement),
      MEASURE_AFTER_MS,
    );
  });
  // Submit as a password field, so that browsers offer to save it.
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    for (const button of form.querySelectorAll<HTMLElement>('[data-show-password]'))
      show(button, false);
  });
}

function containerOf(target: EventTarget | null): HTMLElement | null {
  const field = target instanceof HTMLInputElement ? target : null;
  return field?.closest<HTMLElement>('[data-password]') ?? null;
}

function show(button: HTMLElement, shown: boolean): void {
  const input = button.closest('[data-password]')?.querySelector('input');
  if (!input) return;
  button.ariaPressed = String(shown);
  input.type = shown ? 'text' : 'password';
}

function warnOfCapsLock(event: KeyboardEvent): void {
  const hint = containerOf(event.target)?.querySelector<HTMLElement>('[data-caps-lock]');
  if (hint && event.getModifierState) hint.hidden = !event.getModifierState('CapsLock');
}

/** The estimator includes a long list of passwords, so it is loaded only when a new password is typed. */
async function measure(meter: HTMLElement, input: HTMLInputElement): Promise<void> {
  meter.hidden = input.value === '';
  if (meter.hidden) return;
  const { strengthOf } = await import('./password-strength.ts');
  const email = input.form?.elements.namedItem('email');
  const known = email instanceof HTMLInputElement ? email.value.split(/[@.]/) : [];
  const score = strengthOf(input.value, known);
  const sentences = JSON.parse(meter.dataset['strength'] ?? '[]') as string[];
  const bar = meter.querySelector('progress');
  if (bar) bar.value = score + 1;
  meter.dataset['score'] = String(score);
  const status = meter.querySelector('[role="status"]');
  if (status) status.textContent = sentences[score] ?? '';
}
