import { styleOf } from './parse.ts';

const LANGUAGE_CLASS =
  /(?:^|\s)(?:language|lang|brush:|highlight-source|highlight-text|prism|cm-s)[-:]?\s*([\w+#.-]+)/i;
const LANGUAGE_ATTRIBUTES = [
  'data-lark-language',
  'data-language',
  'data-lang',
  'lang',
  'language',
];
const LANGUAGE = /^[A-Za-z0-9_+#.-]{1,32}$/;
const PLAIN =
  /^(?:plain ?text|plain|text|txt|none|nohighlight|hljs|code|default|line-numbers|toolbar|rouge-table|highlight|js-code-highlight|tab-size)$/i;
const LINES = 'div, p, li, tr, .line, .code-line, .view-line, .hljs-ln-line, .token-line';
const NOT_CODE =
  'button, .line-numbers-rows, .lineno, .linenos, .gutter, .hljs-ln-numbers, .line-number, .linenumber, .copy-code-btn, .code-block-extension-header, .pre-numbering, .hljs-button, .CodeMirror-gutter-wrapper, [aria-hidden="true"], style, script';
/** The text of a code block. Editors and sites write its lines as elements, and number them. */
export function codeOf(block: Element): string {
  const copy = block.cloneNode(true) as Element;
  for (const one of copy.querySelectorAll(NOT_CODE)) one.remove();
  for (const one of copy.querySelectorAll('br')) one.replaceWith('\n');
  // Only the innermost lines; a wrapper around all lines is not a line.
  const lines = [...copy.querySelectorAll(LINES)].filter(
    (line) => !line.querySelector(LINES) && !isInline(line),
  );
  for (const line of lines) {
    if (!line.textContent?.endsWith('\n') && !line.nextSibling?.textContent?.startsWith('\n'))
      line.append('\n');
  }
  return (copy.textContent ?? '')
    .replaceAll('\u00a0', ' ')
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^\n+|\s+$/g, '');
}

function isInline(line: Element): boolean {
  return (
    line.localName === 'span' &&
    styleOf(line, 'display') !== 'block' &&
    !line.matches('.line, .code-line, .token-line')
  );
}

/** From a class or an attribute of the block, of its code, or of what is around it. */
export function languageOf(block: Element): string | null {
  const code = block.querySelector('code');
  const around = block.closest(
    '[class*="highlight-source"], [class*="language-"], [data-language]',
  );
  for (const element of [code, block, block.parentElement, around]) {
    if (!element) continue;
    const name = languageIn(element);
    if (name) return name;
  }
  return null;
}

function languageIn(element: Element): string | null {
  const names = [
    ...LANGUAGE_ATTRIBUTES.map((name) => element.getAttribute(name) ?? ''),
    LANGUAGE_CLASS.exec(element.className)?.[1] ?? '',
    // highlight.js: `hljs javascript`.
    /\b(?:hljs|highlight)\s+([\w+#-]+)/.exec(element.className)?.[1] ?? '',
  ];
  for (const name of names) {
    const known = name.trim().toLowerCase();
    if (LANGUAGE.test(known) && !PLAIN.test(known) && !/^(?:zh|en)(?:-|$)/.test(known))
      return known;
  }
  return null;
}
