import { OFFLINE_PATH, POSTS_CACHE } from '../rules.ts';

/** The page without a connection: the posts that are on the device, the last one first. */
const section = document.querySelector<HTMLElement>('[data-stored]');
if (section) void show(section);
// The address is that of the page that could not be loaded.
const retry = section?.querySelector<HTMLElement>('[data-part=retry]');
if (retry && location.pathname !== OFFLINE_PATH) {
  retry.hidden = false;
  retry.addEventListener('click', () => location.reload());
  addEventListener('online', () => location.reload());
}

async function show(section: HTMLElement): Promise<void> {
  const list = section.querySelector('[data-part=list]');
  const row = section.querySelector('template')?.content.firstElementChild;
  for (const { path, html } of await readStored().catch(() => []))
    if (row) list?.append(fillRow(row, path, html));
  const part = list?.firstElementChild ? 'some' : 'empty';
  section.querySelector(`[data-part=${part}]`)?.removeAttribute('hidden');
}

async function readStored(): Promise<{ path: string; html: string }[]> {
  const posts = await caches.open(POSTS_CACHE);
  const requests = [...(await posts.keys())].reverse();
  return Promise.all(
    requests.map(async (request) => ({
      path: new URL(request.url).pathname,
      html: (await (await posts.match(request))?.text()) ?? '',
    })),
  );
}

function fillRow(row: Element, path: string, html: string): Node {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const title = page.querySelector<HTMLElement>('h1');
  const filled = row.cloneNode(true) as HTMLElement;
  const link = filled.querySelector('a');
  const author = filled.querySelector('p');
  if (link) {
    link.href = path;
    link.textContent = title?.textContent ?? path;
    link.lang = title?.lang ?? '';
  }
  if (author) author.textContent = page.querySelector('.article-author a')?.textContent ?? '';
  return filled;
}
