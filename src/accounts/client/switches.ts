import { call, Problem } from '../../ui/client/api.ts';
import { describeProblem } from '../../ui/client/texts.ts';
import { toast } from '../../ui/client/toast.ts';

/** A switch changes at once and changes back if the request fails. */
export function enhanceSwitches(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches('form[data-switch]')) return;
    event.preventDefault();
    const button = form.querySelector<HTMLButtonElement>('[role="switch"]');
    if (button) void saveSwitch(form, button);
  });
}

async function saveSwitch(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  const isOn = button.value === 'true';
  show(button, isOn);
  try {
    await call('PUT', apiPath(form), { body: { [button.name]: isOn } });
    toast(form.dataset['switch'] ?? '');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    show(button, !isOn);
    toast(describeProblem(error), 'danger');
  } finally {
    form.ariaBusy = null;
  }
}

function show(button: HTMLButtonElement, on: boolean): void {
  button.ariaChecked = String(on);
  button.value = String(!on);
}

/** The form's action is the operation's path with the suffix for PUT (platform/http/forms.ts). */
function apiPath(form: HTMLFormElement): string {
  return `/api${new URL(form.action).pathname.replace(/\/update$/, '')}`;
}
