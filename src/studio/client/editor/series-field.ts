import type { SeriesSummary } from '../../../series/schema.ts';
import { call, Problem } from '../../../ui/client/api.ts';
import { isComposing } from '../../../ui/client/composing.ts';
import { pageElement } from './page-elements.ts';

const NEW = 'new';

/** Saves the series of the post by its own request; for a new post once it has an id. */
export function runSeriesField(postId: number | null) {
  const part = pageElement('write-series-part');
  const select = pageElement<HTMLSelectElement>('write-series');
  const form = pageElement('write-series-new');
  const title = pageElement<HTMLInputElement>('write-series-title');
  const status = pageElement('write-series-status');
  const words = JSON.parse(part.dataset['words'] ?? '{}') as Record<string, string>;
  let id = postId;
  let saved = select.value;
  let isWaiting = false;
  let isCreating = false;

  const show = (name: string) => {
    status.textContent = words[name] ?? '';
  };

  async function save(): Promise<void> {
    isWaiting = id === null;
    if (isWaiting) return show('field_waiting');
    const chosen = select.value;
    const body = { series_id: chosen === '' ? null : Number(chosen) };
    await attempt(async () => {
      await call('PUT', `/api/posts/${id}/series`, { body });
      saved = chosen;
      show('field_saved');
    });
  }

  async function create(): Promise<void> {
    const text = title.value.trim();
    if (text === '') return title.focus();
    // A second Enter must not create a second series.
    if (isCreating) return;
    isCreating = true;
    await attempt(async () => {
      const body = { title: text };
      const series = await call<SeriesSummary>('POST', '/api/series', { body });
      select.options[0]?.after(new Option(series.title, String(series.id)));
      select.value = String(series.id);
      title.value = '';
      form.hidden = true;
      select.focus();
      await save();
    });
    isCreating = false;
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (select.value !== NEW) select.value = saved;
      const detail = error instanceof Problem ? error.message : '';
      status.textContent = detail || (words['field_failed'] ?? '');
    }
  }

  select.addEventListener('change', () => {
    const isNew = select.value === NEW;
    form.hidden = !isNew;
    status.textContent = '';
    if (isNew) title.focus();
    else void save();
  });
  pageElement('write-series-create').addEventListener('click', () => void create());
  title.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || isComposing(event)) return;
    // The form around it would be submitted.
    event.preventDefault();
    void create();
  });

  return {
    /** The post has an id now. */
    setPost(newId: number): void {
      id = newId;
      if (isWaiting) void save();
    },
  };
}
