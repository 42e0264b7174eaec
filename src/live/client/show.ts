import { markUnread } from '../../ui/client/unread.ts';
import { formatCount } from '../../ui/format-count.ts';
import type { LiveEvent } from './live-event.ts';

type Dated = { id: number; at: number };
type Words = { one: string; other: string };
type Events = {
  unread: { total: number };
  posts: { list: string; posts: Dated[] };
  comments: { post_id: number; comments: Dated[] };
  own_post: { post_id: number };
  queue: Record<string, number>;
};

const find = (selector: string) => document.querySelector<HTMLElement>(selector);

/** What this page shows of what can change. */
export function topicsOfPage(): string[] {
  const list = find('[data-live-list]')?.dataset['liveList'];
  const post = find('[data-live-post]')?.dataset['livePost'];
  return [
    ...(list ? [list] : []),
    ...(post ? [`post:${post}`] : []),
    ...(find('[data-live-queue]') ? ['queue'] : []),
  ];
}

/** Nothing is inserted into what somebody reads: a link offers to load it. */
export function showEvent(rendered: number): (event: LiveEvent) => void {
  const newPosts = new Set<number>();
  const newComments = new Set<number>();
  const add = (known: Set<number>, dated: Dated[], isShown: (id: number) => unknown) => {
    for (const { id, at } of dated) if (at > rendered && !isShown(id)) known.add(id);
    return known.size;
  };
  // Empty before its first text, or screen readers would not read that.
  const region = document.createElement('div');
  region.className = 'toasts live';
  region.setAttribute('role', 'status');
  document.body.append(region);

  const show = {
    unread: ({ total }) => markUnread(total),
    posts({ list, posts }) {
      const shown = find(`[data-live-list="${list}"]`);
      const isShown = (id: number) => shown?.querySelector(`a[href="/posts/${id}"]`);
      if (shown && add(newPosts, posts, isShown) > 0)
        offer(region, shown, newPosts.size, shown.dataset['liveHref'] ?? '/');
    },
    comments({ post_id, comments }) {
      const shown = find(`[data-live-post="${post_id}"]`);
      if (!shown || add(newComments, comments, (id) => document.getElementById(`c-${id}`)) === 0)
        return;
      const [only] = newComments;
      const query = newComments.size === 1 ? `comment=${only}` : 'order=newest';
      offer(region, shown, newComments.size, `/posts/${post_id}?${query}#comments`);
    },
    own_post: ({ post_id }) => void renewRow(post_id),
    queue: showWaiting,
  } as { [Name in keyof Events]: (data: Events[Name]) => void };
  return ({ name, data }) => show[name as keyof Events](data as never);
}

/** Below the header and over the page, so that nothing moves. */
function offer(region: HTMLElement, { dataset }: HTMLElement, count: number, href: string): void {
  const words = JSON.parse(dataset['liveWords'] ?? '{}') as Words;
  const form = new Intl.PluralRules(document.documentElement.lang).select(count);
  const text = words[form === 'one' ? 'one' : 'other'].replace('{n}', formatCount(count));
  const link = document.createElement('a');
  link.href = href;
  link.textContent = text;
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { pathname, search, hash } = link;
    // A link to the same address would only scroll.
    if (pathname + search !== location.pathname + location.search) return;
    event.preventDefault();
    if (hash) location.hash = hash;
    else history.scrollRestoration = 'manual';
    location.reload();
  });
  const pill = document.createElement('p');
  pill.className = 'toast';
  pill.append(link);
  region.replaceChildren(pill);
}

/** The row of an own post as the server renders it now, unless its author is using it. */
async function renewRow(id: number): Promise<void> {
  const selector = `[data-live-row="${id}"]`;
  const row = find(selector);
  if (!row) return;
  const response = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const renewed = page.querySelector(selector);
  if (renewed && !row.contains(document.activeElement)) row.replaceWith(renewed);
}

function showWaiting(counts: Events['queue']): void {
  for (const mark of document.querySelectorAll<HTMLElement>('[data-waiting]')) {
    const { waiting = '', words = '' } = mark.dataset;
    const count = formatCount(counts[waiting] ?? 0);
    mark.hidden = !counts[waiting];
    const [number, sentence] = mark.children;
    if (number) number.textContent = count;
    if (sentence) sentence.textContent = words.replace('{n}', count);
  }
}
