import { interpolate } from '../../platform/interpolate.ts';
import { call, Problem } from '../../ui/client/api.ts';
import type { Series } from '../schema.ts';

const WORDS = ['handle', 'moved', 'saving', 'saved', 'order_stale', 'order_failed'] as const;
type Words = Record<(typeof WORDS)[number], string>;

/** Arrow keys often come in a row; the order is saved once they stop. */
const PAUSE_MS = 500;

/** Dragging and arrow keys for the order of a series (views/order-list.tsx). */
function run(list: HTMLElement): void {
  const id = list.dataset['series'];
  const words = JSON.parse(list.dataset['words'] ?? '{}') as Words;
  const status = document.querySelector<HTMLElement>('[data-order-status]');
  let version = Number(list.dataset['version']);
  let saved = order();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSaving = false;

  function rows(): HTMLElement[] {
    return [...list.querySelectorAll<HTMLElement>('[data-post]')];
  }

  function order(): number[] {
    return rows().map((row) => Number(row.dataset['post']));
  }

  function show(text: string): void {
    if (status) status.textContent = text;
  }

  /** Numbers, names of the handles and what the buttons send: they also work as forms. */
  function number(): void {
    const all = rows();
    for (const [index, row] of all.entries()) {
      const position = index + 1;
      const { title = '' } = row.dataset;
      const shown = row.querySelector('[data-position]');
      if (shown) shown.textContent = String(position);
      const handle = row.querySelector<HTMLElement>('[data-handle]');
      if (handle) handle.ariaLabel = interpolate(words.handle, { title, position });
      for (const button of row.querySelectorAll<HTMLButtonElement>('[data-move]')) {
        const to = button.dataset['move'] === 'up' ? position - 1 : position + 1;
        button.value = String(to);
        button.disabled = to < 1 || to > all.length;
      }
      const field = row.querySelector<HTMLInputElement>('[name="version"]');
      if (field) field.value = String(version);
    }
  }

  function move(row: HTMLElement, before: Element | null): void {
    const focused = document.activeElement;
    list.insertBefore(row, before);
    number();
    // Moving an element in the document takes its focus away.
    if (focused instanceof HTMLElement && row.contains(focused)) {
      const rest = focused.matches(':disabled')
        ? row.querySelector<HTMLElement>('[data-handle]')
        : focused;
      rest?.focus();
    }
    const position = rows().indexOf(row) + 1;
    const { title = '' } = row.dataset;
    show(interpolate(words.moved, { title, position, total: rows().length }));
  }

  function step(row: HTMLElement, direction: 'up' | 'down'): void {
    const sibling = direction === 'up' ? row.previousElementSibling : row.nextElementSibling;
    if (!sibling) return;
    move(row, direction === 'up' ? sibling : sibling.nextElementSibling);
    saveSoon();
  }

  function restore(ids: number[]): void {
    const byId = new Map(rows().map((row) => [Number(row.dataset['post']), row]));
    for (const one of ids) {
      const row = byId.get(one);
      if (row) list.append(row);
    }
    number();
  }

  function saveSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), PAUSE_MS);
  }

  async function save(): Promise<void> {
    const post_ids = order();
    if (isSaving || post_ids.join() === saved.join()) return;
    isSaving = true;
    show(words.saving);
    try {
      const body = { version, post_ids };
      const series = await call<Series>('PUT', `/api/series/${id}/order`, { body });
      version = series.version;
      saved = post_ids;
      number();
      show(words.saved);
    } catch (error) {
      recover(error);
    }
    isSaving = false;
    // Moved again meanwhile.
    if (order().join() !== saved.join()) saveSoon();
  }

  /** Another window was first: its order is shown. After anything else, the order that was saved last. */
  function recover(error: unknown): void {
    const code = error instanceof Problem ? error.code : '';
    const members: Readonly<Record<string, unknown>> =
      error instanceof Problem ? error.members : {};
    const current = (members['post_ids'] ?? []) as number[];
    if (code === 'stale_version' && typeof members['version'] === 'number') {
      // Posts were added or removed too: only the server can draw them.
      if (current.toSorted().join() !== saved.toSorted().join()) {
        location.reload();
        return;
      }
      version = members['version'];
      saved = current;
    }
    restore(saved);
    show(code === 'stale_version' ? words.order_stale : words.order_failed);
  }

  function drag(row: HTMLElement, handle: HTMLElement, event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    handle.focus();
    handle.setPointerCapture(event.pointerId);
    row.dataset['dragged'] = '';
    const onMove = ({ clientY }: PointerEvent) => {
      const next = rows().find((other) => {
        const { top, height } = other.getBoundingClientRect();
        return other !== row && clientY < top + height / 2;
      });
      if ((next ?? null) !== row.nextElementSibling) {
        move(row, next ?? null);
        // Firefox and WebKit release the pointer of an element that moves in the document.
        if (!handle.hasPointerCapture(event.pointerId)) handle.setPointerCapture(event.pointerId);
      }
    };
    const onEnd = () => {
      delete row.dataset['dragged'];
      document.removeEventListener('pointermove', onMove);
      document.removeEventListener('pointerup', onEnd);
      document.removeEventListener('pointercancel', onEnd);
      void save();
    };
    document.addEventListener('pointermove', onMove);
    document.addEventListener('pointerup', onEnd);
    document.addEventListener('pointercancel', onEnd);
  }

  for (const row of rows()) {
    const handle = row.querySelector<HTMLElement>('[data-handle]');
    if (!handle) continue;
    handle.hidden = false;
    handle.addEventListener('pointerdown', (event) => drag(row, handle, event));
    handle.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
      event.preventDefault();
      step(row, event.key === 'ArrowUp' ? 'up' : 'down');
    });
    for (const button of row.querySelectorAll<HTMLElement>('[data-move]'))
      button.addEventListener('click', (event) => {
        event.preventDefault();
        step(row, button.dataset['move'] === 'up' ? 'up' : 'down');
      });
  }
  for (const hint of document.querySelectorAll<HTMLElement>('[data-with-scripts]'))
    hint.hidden = false;
  for (const hint of document.querySelectorAll<HTMLElement>('[data-without-scripts]'))
    hint.hidden = true;
  // A pause must not lose the last move.
  addEventListener('pagehide', () => {
    if (order().join() === saved.join() || isSaving) return;
    const body = { version, post_ids: order() };
    void call('PUT', `/api/series/${id}/order`, { body, keepalive: true }).catch(() => {});
  });
  number();
  list.dataset['ready'] = 'true';
}

const list = document.querySelector<HTMLElement>('[data-series]');
if (list) run(list);
