import { isComposing } from '../composing.ts';
import { forgetSearches, readSearches, searchHref, storeSearch } from './recent-searches.ts';
import { SuggestionList, type Words } from './suggestion-list.ts';
import { loadSuggestions } from './suggestions.ts';

const WAIT_MS = 150;
const RECENT_SHOWN = 5;
const enhanced = new WeakSet<HTMLInputElement>();

/** Suggests while a person types: a combobox whose list opens below the field and moves nothing. */
export function enhanceSearchField(input: HTMLInputElement): void {
  const { form } = input;
  if (!form || enhanced.has(input)) return;
  enhanced.add(input);
  const words = JSON.parse(form.dataset['words'] ?? '{}') as Words;
  const list = new SuggestionList(input, form, words, () => {
    forgetSearches();
    close();
    input.focus();
  });
  let timer = 0;
  let request: AbortController | undefined;

  const cancel = () => {
    clearTimeout(timer);
    request?.abort();
  };
  const close = () => {
    cancel();
    list.close();
  };
  const load = async (query: string) => {
    request = new AbortController();
    const { signal } = request;
    const groups = await loadSuggestions(query, words, signal);
    if (!signal.aborted) list.show(groups);
  };
  const showRecent = () => {
    const options = readSearches()
      .slice(0, RECENT_SHOWN)
      .map((query) => ({ text: query, href: searchHref(query) }));
    list.show([{ label: words.recent, options }], true);
  };
  const suggest = () => {
    cancel();
    const query = input.value.trim();
    if (!query) showRecent();
    else timer = window.setTimeout(() => void load(query), WAIT_MS);
  };

  // What an input method composes is no query yet; the list would also cover its candidates.
  input.addEventListener('compositionstart', close);
  input.addEventListener('compositionend', suggest);
  input.addEventListener('input', (event) => {
    if (!(event as InputEvent).isComposing) suggest();
  });
  input.addEventListener('focus', () => {
    if (!input.value.trim()) showRecent();
  });
  input.addEventListener('keydown', (event) => {
    if (isComposing(event)) return;
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (list.isOpen) list.move(key === 'ArrowDown' ? 1 : -1);
      else suggest();
    } else if (key === 'Escape' && list.isOpen) close();
    else if (key !== 'Enter' || !list.activate()) return;
    event.preventDefault();
  });
  form.addEventListener('focusout', (event) => {
    if (!form.contains(event.relatedTarget as Node | null)) close();
  });
  form.addEventListener('submit', () => storeSearch(input.value));
  // What was typed before this loaded; what an input method composed comes with the end of its composition.
  if (!input.value.trim()) showRecent();
  else if (input.value !== input.defaultValue && !('composed' in input.dataset)) suggest();
}
