import MarkdownIt from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';

/**
 * CommonMark with tables. Raw HTML passes: Markdown has no figure, and the post's own sanitizer checks the result.
 * CommonMark alone does not close `**` between Chinese punctuation and a Chinese character; the plugin does.
 */
const markdown = new MarkdownIt({ html: true }).use(cjkFriendly);

markdown.renderer.rules.fence = (tokens, index) => {
  const { info = '', content = '' } = tokens[index] ?? {};
  const language = info ? ` class="language-${markdown.utils.escapeHtml(info)}"` : '';
  // Like the editor, without the line break that CommonMark leaves before `</code>`.
  const code = markdown.utils.escapeHtml(content.replace(/\n$/, ''));
  return `<pre><code${language}>${code}</code></pre>\n`;
};

export function renderMarkdown(text: string): string {
  return markdown.render(text).trim();
}
