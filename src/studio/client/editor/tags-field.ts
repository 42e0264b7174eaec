import { normalizeTag, TAG_LENGTH_MAX, TAG_SEPARATORS, TAGS_MAX } from '../../../tags/rules.ts';
import type { UsedTag } from '../../../tags/schema.ts';
import { call } from '../../../ui/client/api.ts';
import { isComposing } from '../../../ui/client/composing.ts';
import { pageElement } from './page-elements.ts';
import type { Translate } from './translate.ts';

const PAUSE_MS = 150;

type Options = { t: Translate; onChange(): void };

export type TagsField = ReturnType<typeof runTagsField>;

/** The tags as chips, and a combobox that suggests existing ones while the author types. */
export function runTagsField({ t, onChange }: Options) {
  const input = pageElement<HTMLInputElement>('write-tags');
  const list = pageElement('write-tags-chosen');
  const menu = pageElement('write-tags-options');
  const problem = pageElement('write-tags-problem');
  let chosen: string[] = [];
  let options: UsedTag[] = [];
  /** None until an arrow key chooses one: Enter adds what was typed. */
  let active = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: AbortController | undefined;

  function write(names: string[]): void {
    chosen = names.slice(0, TAGS_MAX);
    list.replaceChildren(...chosen.map(chipOf));
  }

  function change(names: string[]): void {
    write(names);
    onChange();
  }

  function chipOf(name: string): HTMLElement {
    const chip = document.createElement('li');
    chip.className = 'tag tag-neutral';
    const remove = document.createElement('button');
    remove.type = 'button';
    remove.textContent = '×';
    remove.ariaLabel = t('tags_remove', { name });
    remove.addEventListener('click', () => {
      change(chosen.filter((one) => one !== name));
      input.focus();
    });
    chip.append(name, remove);
    return chip;
  }

  /** False if the text cannot be a tag; then it stays in the field. */
  function add(text: string): boolean {
    problem.textContent = '';
    if (text.trim() === '') return true;
    const tag = normalizeTag(text);
    const isNew = tag && !chosen.some((name) => normalizeTag(name)?.slug === tag.slug);
    if (!tag) problem.textContent = t('tags_bad', { length: TAG_LENGTH_MAX });
    else if (isNew && chosen.length >= TAGS_MAX)
      problem.textContent = t('tags_full', { max: TAGS_MAX });
    else {
      if (isNew) change([...chosen, tag.name]);
      return true;
    }
    return false;
  }

  /** Adds what was typed. */
  function commit(): void {
    const rest = input.value.split(TAG_SEPARATORS).filter((text) => !add(text));
    input.value = rest.join(', ');
    close();
  }

  function close(): void {
    clearTimeout(timer);
    request?.abort();
    options = [];
    draw();
  }

  function draw(): void {
    menu.hidden = options.length === 0;
    input.ariaExpanded = String(!menu.hidden);
    if (active >= options.length || menu.hidden) active = -1;
    menu.replaceChildren(...options.map(optionOf));
    if (active < 0) input.removeAttribute('aria-activedescendant');
    else {
      input.setAttribute('aria-activedescendant', `write-tag-${active}`);
      menu.children[active]?.scrollIntoView({ block: 'nearest' });
    }
  }

  function optionOf({ name, post_count }: UsedTag, index: number): HTMLElement {
    const option = document.createElement('div');
    option.id = `write-tag-${index}`;
    option.className = 'slash-option';
    option.setAttribute('role', 'option');
    option.ariaSelected = String(index === active);
    const count = document.createElement('span');
    count.className = 'slash-hint';
    count.textContent = t('tags_posts', { count: post_count });
    option.append(name, count);
    // Before the field loses the focus.
    option.addEventListener('mousedown', (event) => {
      event.preventDefault();
      choose(index);
    });
    return option;
  }

  function choose(index: number): void {
    const name = options[index]?.name;
    if (name !== undefined && add(name)) input.value = '';
    close();
  }

  function suggest(): void {
    clearTimeout(timer);
    request?.abort();
    const text = input.value;
    if (text.trim() === '') close();
    else timer = setTimeout(() => void load(text), PAUSE_MS);
  }

  async function load(text: string): Promise<void> {
    request = new AbortController();
    const { signal } = request;
    const path = `/api/tags/suggest?q=${encodeURIComponent(text)}`;
    // Without a response the author types the name.
    const found = await call<{ items: UsedTag[] }>('GET', path, { signal }).catch(() => undefined);
    if (!found || signal.aborted) return;
    options = found.items.filter(({ name }) => !chosen.includes(name));
    active = -1;
    draw();
  }

  function onInput(): void {
    if (TAG_SEPARATORS.test(input.value)) commit();
    else suggest();
  }

  function move(step: 1 | -1): void {
    const count = options.length;
    active = active < 0 ? (step > 0 ? 0 : count - 1) : (active + step + count) % count;
    draw();
  }

  /** Whether the key was for this field. */
  function handleKey(key: string): boolean {
    if (key === 'Enter') {
      if (active >= 0) choose(active);
      else commit();
    } else if (key === 'Backspace' && input.value === '' && chosen.length > 0)
      change(chosen.slice(0, -1));
    else if (options.length === 0) return false;
    else if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if (key === 'Escape') close();
    else return false;
    return true;
  }

  input.role = 'combobox';
  input.ariaAutoComplete = 'list';
  input.setAttribute('aria-controls', menu.id);
  input.addEventListener('keydown', (event) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || !handleKey(event.key)) return;
    event.preventDefault();
  });
  input.addEventListener('input', (event) => {
    if (!(event as InputEvent).isComposing) onInput();
  });
  // Some browsers report the last input before the end of the composition.
  input.addEventListener('compositionend', () => setTimeout(onInput));
  input.addEventListener('blur', commit);
  write(input.value.split(TAG_SEPARATORS).flatMap((text) => normalizeTag(text)?.name ?? []));
  input.value = '';
  draw();
  return { read: () => chosen, write, commit };
}
