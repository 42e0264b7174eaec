import { POSTS_CACHE } from '../../offline/rules.ts';
import { call } from '../../ui/client/api.ts';
import { TITLES_MAX } from '../rules.ts';
import type { PostTitle } from '../schema.ts';
import {
  isHistoryOff,
  type Read,
  readHistory,
  storeHistory,
  switchHistory,
} from './history-storage.ts';

/** `/history`: the server sends every state of the page hidden, and the device knows which one to show. */
const page = document.querySelector<HTMLElement>('[data-history]');
if (page) enhance(page);

function enhance(root: HTMLElement): void {
  const part = (name: string) => root.querySelector<HTMLElement>(`[data-part=${name}]`);
  const show = (name: string, isShown: boolean) => {
    const element = part(name);
    if (element) element.hidden = !isShown;
  };
  const list = part('list');
  const row = root.querySelector('template')?.content.firstElementChild;
  let left: Read[] = [];

  async function showMore(): Promise<void> {
    const reads = left.slice(0, TITLES_MAX);
    show('failed', false);
    try {
      const posts = await loadTitles(reads);
      left = left.slice(TITLES_MAX);
      forget(reads.filter(([id]) => !posts.has(id)));
      for (const [id, at] of reads) {
        const post = posts.get(id);
        if (post && row) list?.append(fillRow(row, post, at));
      }
    } catch {
      show('failed', true);
    }
    showState();
  }

  function showState(): void {
    const isOff = isHistoryOff();
    const isEmpty = !list?.firstElementChild && left.length === 0;
    show('clear', !isEmpty);
    show('stop', !isOff);
    show('resume', isOff);
    show('empty', isEmpty && !isOff);
    show('off', isOff);
    show('next', left.length > 0);
  }

  function change(isOn: boolean): void {
    switchHistory(isOn);
    // ADR 0068: the posts themselves, stored for reading offline. Not on plain http.
    void window.caches?.delete(POSTS_CACHE);
    left = [];
    list?.replaceChildren();
    showState();
  }

  part('clear')?.addEventListener('click', () => change(true));
  part('stop')?.addEventListener('click', () => change(false));
  part('resume')?.addEventListener('click', () => change(true));
  part('next')?.addEventListener('click', () => void showMore());
  left = readHistory();
  void showMore();
}

async function loadTitles(reads: Read[]): Promise<Map<number, PostTitle>> {
  if (reads.length === 0) return new Map();
  const ids = reads.map(([id]) => id).join(',');
  const { items } = await call<{ items: PostTitle[] }>('GET', `/api/posts/titles?ids=${ids}`);
  return new Map(items.map((post) => [post.id, post]));
}

/** A post that the reader may not see any more leaves no trace on the device either. */
function forget(reads: Read[]): void {
  if (reads.length === 0) return;
  const gone = new Set(reads.map(([id]) => id));
  storeHistory(readHistory().filter(([id]) => !gone.has(id)));
}

const format = new Intl.DateTimeFormat(document.documentElement.lang, {
  // Of the page. Without `shownZone`, which would become a file of its own that every reading page loads.
  timeZone: document.documentElement.dataset['zone'] ?? 'Asia/Shanghai',
  dateStyle: 'medium',
  timeStyle: 'short',
});

function fillRow(row: Element, { id, title, lang, author }: PostTitle, at: number): Node {
  const filled = row.cloneNode(true) as HTMLElement;
  const link = filled.querySelector('a');
  const name = filled.querySelector('p');
  const time = filled.querySelector('time');
  if (link && name && time) {
    link.href = `/posts/${id}`;
    link.textContent = title;
    if (lang) link.lang = lang;
    name.textContent = author.name;
    time.dateTime = new Date(at * 1000).toISOString();
    time.textContent = format.format(at * 1000);
  }
  return filled;
}
