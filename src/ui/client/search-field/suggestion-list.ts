export type Words = Record<
  'label' | 'posts' | 'people' | 'tags' | 'recent' | 'clear' | 'found',
  string
>;
type Option = { text: string; href: string; picture?: string | null };
export type Group = { label: string; options: Option[] };

let lists = 0;

/** The focus stays in the field; the arrow keys select an option (`aria-activedescendant`). */
export class SuggestionList {
  readonly #input: HTMLInputElement;
  readonly #words: Words;
  readonly #id = `suggestions-${lists++}`;
  readonly #box = create('div', { class: 'suggestions', hidden: '' });
  readonly #listbox: HTMLElement;
  readonly #status = create('p', { class: 'visually-hidden', role: 'status' });
  readonly #clear: HTMLElement;
  #options: HTMLAnchorElement[] = [];
  #active = -1;

  constructor(input: HTMLInputElement, form: HTMLFormElement, words: Words, onClear: () => void) {
    this.#input = input;
    this.#words = words;
    this.#listbox = create('div', { role: 'listbox', id: this.#id, 'aria-label': words.label });
    this.#clear = create('button', { type: 'button', class: 'link-button' }, words.clear);
    this.#clear.addEventListener('click', onClear);
    this.#box.append(this.#listbox, this.#clear);
    // Keeps the focus in the field: losing it would close the list before the click.
    this.#listbox.addEventListener('mousedown', (event) => event.preventDefault());
    form.append(this.#box, this.#status);
    for (const [name, value] of Object.entries({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': this.#id,
      'aria-expanded': 'false',
    }))
      input.setAttribute(name, value);
  }

  get isOpen(): boolean {
    return !this.#box.hidden;
  }

  /** Closes if there is nothing to show. */
  show(groups: Group[], canClear = false): void {
    this.#select(-1);
    this.#options = [];
    this.#listbox.replaceChildren(
      ...groups.filter(({ options }) => options.length > 0).map((group) => this.#group(group)),
    );
    const count = this.#options.length;
    this.#clear.hidden = !canClear;
    this.#toggle(count > 0);
    this.#status.textContent = count > 0 ? this.#words.found.replace('{count}', `${count}`) : '';
  }

  close(): void {
    this.#select(-1);
    this.#toggle(false);
    this.#status.textContent = '';
  }

  /** Past the last option comes the first. */
  move(by: number): void {
    const count = this.#options.length;
    const from = this.#active < 0 && by < 0 ? 0 : this.#active;
    this.#select((from + by + count) % count);
  }

  /** Follows the selected option. Returns whether there was one. */
  activate(): boolean {
    const option = this.#options[this.#active];
    option?.click();
    return option !== undefined;
  }

  #toggle(open: boolean): void {
    this.#box.hidden = !open;
    this.#input.ariaExpanded = String(open);
  }

  #select(index: number): void {
    this.#options[this.#active]?.setAttribute('aria-selected', 'false');
    this.#active = index;
    const option = this.#options[index];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) this.#input.setAttribute('aria-activedescendant', option.id);
    else this.#input.removeAttribute('aria-activedescendant');
  }

  #group({ label, options }: Group): HTMLElement {
    const group = create('div', { role: 'group', 'aria-label': label });
    group.append(create('p', { class: 'meta', 'aria-hidden': 'true' }, label));
    for (const option of options) group.append(this.#option(option));
    return group;
  }

  #option({ text, href, picture }: Option): HTMLElement {
    const option = create(
      'a',
      {
        role: 'option',
        id: `${this.#id}-${this.#options.length}`,
        class: 'menu-item',
        tabindex: '-1',
        'aria-selected': 'false',
        href,
      },
      text,
    ) as HTMLAnchorElement;
    if (picture)
      option.prepend(create('img', { class: 'avatar avatar-24', src: picture, alt: '' }));
    this.#options.push(option);
    return option;
  }
}

function create(name: string, attributes: Record<string, string>, text = ''): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}
