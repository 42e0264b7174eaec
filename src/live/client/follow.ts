import { showEvent, topicsOfPage } from './show.ts';
import { joinTabs } from './tabs.ts';

/** Runs while the page is shown: a page that the browser only stores for "back" has no stream and does not lead. */
export function followEvents(uid: string, rendered: number): void {
  const join = () =>
    joinTabs(`live-${uid}`, { topics: topicsOfPage(), rendered, onEvent: showEvent(rendered) });
  let leave = join();
  addEventListener('pagehide', () => leave());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) leave = join();
  });
}
