import { call, Problem } from '../../ui/client/api.ts';
import { describeProblem } from '../../ui/client/texts.ts';
import { toast } from '../../ui/client/toast.ts';

/** The setting for notifications of this device. The browser asks for its permission only after a click. */
const form = document.querySelector<HTMLFormElement>('form[data-push]');
if (form) enhance(form);

type State = 'on' | 'off' | 'denied' | 'unsupported';

function enhance(form: HTMLFormElement): void {
  const path = '/api/settings/push';
  const key = form.dataset['push'] ?? '';
  let state: State = stateOf(form.dataset['on'] !== undefined);

  const show = (next: State, failed = false) => {
    state = next;
    for (const part of form.querySelectorAll<HTMLElement>('[data-state]')) {
      const states = part.dataset['state']?.split(' ') ?? [];
      part.hidden = !(states.includes(state) || (failed && states.includes('failed')));
    }
  };
  const save = async () => {
    const groups = new FormData(form).getAll('groups');
    // Nothing to show is the same as off.
    if (groups.length === 0) return turnOff();
    const subscription = await subscribe(key);
    const { endpoint, keys } = subscription.toJSON();
    await call('PUT', path, { body: { endpoint, keys, groups } });
    show('on');
  };
  const turnOff = async () => {
    await call('DELETE', path);
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
    show('off');
  };
  const run = async (work: () => Promise<void>) => {
    if (form.ariaBusy === 'true') return;
    form.ariaBusy = 'true';
    try {
      await work();
      toast(form.dataset['saved'] ?? '');
    } catch (error) {
      if (error instanceof Problem) toast(describeProblem(error), 'danger');
      // The browser refuses, or it cannot reach its push service.
      else show(stateOf(state === 'on'), Notification.permission !== 'denied');
    } finally {
      form.ariaBusy = null;
    }
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run(save);
  });
  form.addEventListener('change', () => {
    if (state === 'on') void run(save);
  });
  form.querySelector('button[data-state=on]')?.addEventListener('click', () => void run(turnOff));
  form.hidden = false;
  show(state);
}

function stateOf(isOn: boolean): State {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return isOn && Notification.permission === 'granted' ? 'on' : 'off';
}

async function subscribe(key: string): Promise<PushSubscription> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('not permitted');
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && isOfKey(known, key)) return known;
  // To a key that the site had before.
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function isOfKey({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key;
}
