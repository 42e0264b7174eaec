import type { Editor } from '@tiptap/core';
import { isComposing } from '../../../ui/client/composing.ts';
import { lowlight } from './code-block.ts';
import { pageElement } from './page-elements.ts';
import type { Translate } from './translate.ts';

/** Display names; the others are the language's id with a capital letter. */
const NAMES: Record<string, string> = {
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  graphql: 'GraphQL',
  ini: 'INI / TOML',
  javascript: 'JavaScript',
  json: 'JSON',
  objectivec: 'Objective-C',
  php: 'PHP',
  'php-template': 'PHP template',
  plaintext: 'Text',
  'python-repl': 'Python REPL',
  scss: 'SCSS',
  sql: 'SQL',
  typescript: 'TypeScript',
  vbnet: 'VB.NET',
  wasm: 'WebAssembly',
  xml: 'HTML / XML',
  yaml: 'YAML',
};
/** Search terms besides the name. */
const ALIASES: Record<string, string> = {
  bash: 'sh zsh',
  javascript: 'js jsx node',
  markdown: 'md',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  shell: 'console terminal',
  typescript: 'ts tsx',
  xml: 'html svg vue',
  yaml: 'yml',
};

function languageName(language: string): string {
  return NAMES[language] ?? language.charAt(0).toUpperCase() + language.slice(1);
}

type Choice = { value: string | null; name: string; terms: string };

export type LanguagePicker = {
  open(position: number): void;
  nameOf(language: string | null): string;
};

/** A searchable list, used with the arrow keys and Enter. */
export function createLanguagePicker(getEditor: () => Editor, t: Translate): LanguagePicker {
  const dialog = pageElement<HTMLDialogElement>('language-dialog');
  const input = pageElement<HTMLInputElement>('language-search');
  const list = pageElement('language-list');
  const none = pageElement('language-none');
  const choices: Choice[] = [
    { value: null, name: t('language_plain'), terms: 'plain text none' },
    ...lowlight
      .listLanguages()
      .filter((language) => language !== 'plaintext')
      .map((value) => ({
        value,
        name: languageName(value),
        terms: `${value} ${ALIASES[value] ?? ''}`,
      }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en')),
  ];
  let blockPosition = 0;
  let active = 0;
  let shown: Choice[] = [];

  function draw(): void {
    const query = input.value.trim().toLowerCase();
    shown = choices.filter(({ name, terms }) => `${name} ${terms}`.toLowerCase().includes(query));
    active = Math.min(active, Math.max(0, shown.length - 1));
    none.hidden = shown.length > 0;
    list.replaceChildren(
      ...shown.map(({ name }, index) => {
        const option = document.createElement('div');
        option.id = `language-${index}`;
        option.className = 'language-option';
        option.setAttribute('role', 'option');
        option.setAttribute('aria-selected', String(index === active));
        option.textContent = name;
        option.addEventListener('click', () => choose(index));
        return option;
      }),
    );
    input.setAttribute('aria-activedescendant', shown.length > 0 ? `language-${active}` : '');
    list.children[active]?.scrollIntoView({ block: 'nearest' });
  }

  function choose(index: number): void {
    const choice = shown[index];
    const editor = getEditor();
    dialog.close();
    if (choice && editor.state.doc.nodeAt(blockPosition)?.type.name === 'codeBlock')
      editor.view.dispatch(
        editor.state.tr.setNodeAttribute(blockPosition, 'language', choice.value),
      );
    editor.view.focus();
  }

  input.addEventListener('input', () => {
    active = 0;
    draw();
  });
  input.addEventListener('keydown', (event) => {
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown') active = Math.min(active + 1, shown.length - 1);
    else if (event.key === 'ArrowUp') active = Math.max(active - 1, 0);
    else if (event.key === 'Enter') choose(active);
    else return;
    event.preventDefault();
    if (dialog.open) draw();
  });
  dialog.addEventListener('close', () => getEditor().view.focus());

  return {
    open(position) {
      blockPosition = position;
      const language = getEditor().state.doc.nodeAt(position)?.attrs['language'] as string | null;
      input.value = '';
      active = Math.max(
        0,
        choices.findIndex(({ value }) => value === language),
      );
      dialog.showModal();
      draw();
      input.focus();
    },
    nameOf: (language) => (language ? languageName(language) : t('language_plain')),
  };
}

/** Shows the language in the toolbar while the caret is in a code block, so that the keyboard reaches it. */
export function showLanguageInToolbar(editor: Editor, picker: LanguagePicker, t: Translate): void {
  const button = pageElement<HTMLButtonElement>('write-language');
  const blockAt = () => {
    const { $from } = editor.state.selection;
    for (let depth = $from.depth; depth > 0; depth -= 1)
      if ($from.node(depth).type.name === 'codeBlock') return $from.before(depth);
    return null;
  };
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', () => {
    const position = blockAt();
    if (position !== null) picker.open(position);
  });
  editor.on('transaction', () => {
    const position = blockAt();
    button.hidden = position === null;
    if (position === null) return;
    const name = picker.nameOf(editor.state.doc.nodeAt(position)?.attrs['language']);
    button.textContent = name;
    button.setAttribute('aria-label', `${t('tool_language')}: ${name}`);
  });
}
