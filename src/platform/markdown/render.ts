import { tex } from '@mdit/plugin-tex';
import MarkdownIt, { type PluginSimple } from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import footnote from 'markdown-it-footnote';
import { type NoteEnvironment, writeNotesInline } from './footnotes.ts';
import { shiftHeadings } from './headings.ts';
import { displayInLine, endAddressesAtHan, joinHanLines } from './lines.ts';
import { showPictures } from './pictures.ts';
import { markTasks } from './tasks.ts';

const CODE_LANGUAGE = /^[A-Za-z0-9_+#.-]{1,32}$/;
const MATH = 'math';

/**
 * CommonMark with the tables, tasks, footnotes and bare addresses of GitHub and formulas in dollar signs, as the HTML
 * that posts are stored as (D26). Raw HTML passes: whoever stores the result sanitizes it.
 * CommonMark alone does not close `**` between Chinese punctuation and a Chinese character; a plugin does.
 */
const markdown = new MarkdownIt({ html: true, linkify: true })
  .use(cjkFriendly)
  // Its types are those of the CommonJS build.
  .use(footnote as unknown as PluginSimple)
  .use(tex, { delimiters: 'dollars', mathFence: false, render: renderFormula })
  .use(displayInLine)
  .use(joinHanLines)
  .use(endAddressesAtHan)
  .use(writeNotesInline)
  .use(markTasks)
  .use(shiftHeadings)
  .use(showPictures);
// `example.md` is a file more often than an address.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

const { escapeHtml } = markdown.utils;

markdown.renderer.rules.fence = (tokens, index) => {
  const { info = '', content = '' } = tokens[index] ?? {};
  return renderCode(content, languageOf(info));
};
markdown.renderer.rules.code_block = (tokens, index) => renderCode(tokens[index]?.content ?? '');
// The alignment of columns is an inline style, which the Content-Security-Policy forbids.
for (const cell of ['th_open', 'td_open'])
  markdown.renderer.rules[cell] = (tokens, index) => `<${tokens[index]?.tag}>`;

export function renderMarkdown(text: string): string {
  const env: NoteEnvironment = {};
  return markdown.render(text, env).trim();
}

function renderFormula(formula: string, isBlock: boolean): string {
  const code = `<code class="language-${MATH}">${escapeHtml(formula.trim())}</code>`;
  return isBlock ? `<pre>${code}</pre>\n` : code;
}

function renderCode(content: string, language?: string): string {
  const attribute = language ? ` class="language-${language}"` : '';
  // Like the editor, without the line break that CommonMark leaves before `</code>`.
  const code = escapeHtml(content.replace(/\n$/, ''));
  return `<pre><code${attribute}>${code}</code></pre>\n`;
}

/** The first word; some sites add line numbers or a file name: `js{1,3}`, `{.python}`, `ts:src/a.ts`. */
function languageOf(info: string): string | undefined {
  const word =
    info
      .trim()
      .replace(/^\{\s*\.?/, '')
      .split(/[\s{}:,[]/)[0] ?? '';
  return CODE_LANGUAGE.test(word) ? word : undefined;
}
