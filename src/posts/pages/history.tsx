import type { App } from '../../platform/http/app-types.ts';
import { asPage, pageViewOf, sendPage } from '../../platform/http/page.ts';
import { HistoryPage } from '../views/history-page.tsx';

/** `/history`. */
export function historyPages(app: App): void {
  app.get('/history', asPage('optional'), async (request, reply) =>
    sendPage(reply, <HistoryPage visit={pageViewOf(request)} />),
  );
}
