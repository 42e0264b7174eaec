import type { PushPayload } from '../../../push/schema.ts';
import type { WorkerEvents, WorkerScope } from './types.ts';

/** A browser that gets a message must show something. */
export async function showPush(
  { registration }: WorkerScope,
  data: WorkerEvents['push']['data'],
): Promise<void> {
  if (!data) return;
  const { title, body, lang, url, tag, unread } = data.json() as PushPayload;
  await registration.showNotification(title, {
    body,
    lang,
    tag,
    icon: '/icons/192.png',
    data: url,
  });
  await navigator.setAppBadge?.(unread);
}

/** The page that it is about: a tab that shows it, or a new one. Another tab may have unsaved text. */
export async function openNotification(
  { clients }: WorkerScope,
  notification: Notification,
): Promise<void> {
  notification.close();
  const { href, origin } = new URL(String(notification.data), location.origin);
  if (origin !== location.origin) return;
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = tabs.find(({ url }) => url === href);
  await (shown ? shown.focus() : clients.openWindow(href));
}
