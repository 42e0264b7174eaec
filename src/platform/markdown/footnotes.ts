import type MarkdownIt from 'markdown-it';
import type Token from 'markdown-it/lib/token.mjs';

/** The longest note that a post stores. */
export const NOTE_LENGTH_MAX = 1000;

/** Filled while a text is parsed: the text of each note by its number. */
export type NoteEnvironment = { notes?: string[] };

/**
 * Posts store a note where it is referenced, as plain text; addresses of links are written out. The list of notes at
 * the end, which the footnote plugin creates, is removed. A heading takes no notes, so there the text is in brackets.
 */
export function writeNotesInline(markdown: MarkdownIt): void {
  markdown.core.ruler.after('footnote_tail', 'write_notes_inline', (state) => {
    const env = state.env as NoteEnvironment;
    env.notes = [];
    const body: Token[] = [];
    let note: { id: number; tokens: Token[] } | null = null;
    let isInList = false;
    for (const token of state.tokens) {
      if (token.type === 'footnote_block_open') isInList = true;
      else if (token.type === 'footnote_block_close') isInList = false;
      else if (token.type === 'footnote_open') note = { id: idOf(token), tokens: [] };
      else if (token.type === 'footnote_close') {
        if (note) env.notes[note.id] = textOf(note.tokens);
        note = null;
      } else if (note) note.tokens.push(token);
      else if (!isInList) body.push(token);
    }
    state.tokens = body;
    for (const [index, token] of body.entries()) {
      if (token.type === 'inline' && body[index - 1]?.type === 'heading_open')
        for (const child of token.children ?? []) {
          if (child.type === 'footnote_ref') child.meta.isInHeading = true;
        }
    }
  });
  markdown.renderer.rules['footnote_ref'] = (tokens, index, _options, env: NoteEnvironment) => {
    const token = tokens[index];
    const text = token ? env.notes?.[idOf(token)] : undefined;
    if (!text) return '';
    const html = markdown.utils.escapeHtml(text);
    return token?.meta.isInHeading ? ` (${html})` : `<span class="footnote">${html}</span>`;
  };
}

function idOf(token: Token): number {
  return (token.meta as { id: number }).id;
}

function textOf(tokens: Token[]): string {
  const parts = tokens.flatMap((token) => {
    if (token.type === 'inline') return inlineText(token.children ?? []);
    return token.type === 'fence' || token.type === 'code_block' ? token.content : [];
  });
  const text = parts.join(' ').replace(/\s+/g, ' ').trim();
  return [...text].slice(0, NOTE_LENGTH_MAX).join('');
}

function inlineText(tokens: Token[]): string {
  let text = '';
  let link: { href: string; from: number } | null = null;
  for (const token of tokens) {
    if (token.type === 'link_open') link = { href: token.attrGet('href') ?? '', from: text.length };
    else if (token.type === 'link_close' && link) {
      const shown = text.slice(link.from);
      if (shown !== link.href && shown !== decode(link.href)) text += ` (${link.href})`;
      link = null;
    } else if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' ';
    else if (token.type !== 'html_inline') text += token.content;
  }
  return text;
}

function decode(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
