import type MarkdownIt from 'markdown-it';
import type Token from 'markdown-it/lib/token.mjs';

/** A picture alone in its paragraph is a figure, and its title is the caption. */
export function showPictures(markdown: MarkdownIt): void {
  const { escapeHtml } = markdown.utils;
  markdown.core.ruler.push('show_pictures', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const [open, close] = [tokens[index - 1], tokens[index + 1]];
      if (open?.type !== 'paragraph_open' || !close || !isPicture(token)) continue;
      open.tag = 'figure';
      close.tag = 'figure';
      // A tight list hides the tags of its paragraphs.
      open.hidden = false;
      close.hidden = false;
      for (const child of token.children ?? []) child.meta = { isFigure: true };
    }
  });
  markdown.renderer.rules.image = (tokens, index) => {
    const token = tokens[index];
    const alt = escapeHtml(textOf(token?.children ?? []));
    const image = `<img src="${escapeHtml(token?.attrGet('src') ?? '')}" alt="${alt}">`;
    const title = token?.meta?.isFigure ? token.attrGet('title') : null;
    return title ? `${image}<figcaption>${escapeHtml(title)}</figcaption>` : image;
  };
}

function isPicture({ type, children }: Token): boolean {
  const [first, ...rest] = (children ?? []).filter(
    (one) => one.type !== 'text' || one.content.trim(),
  );
  return type === 'inline' && first?.type === 'image' && rest.length === 0;
}

function textOf(tokens: Token[]): string {
  return tokens.map((one) => (one.children ? textOf(one.children) : one.content)).join('');
}
