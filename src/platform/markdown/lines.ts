import type MarkdownIt from 'markdown-it';

type Match = NonNullable<ReturnType<MarkdownIt['linkify']['match']>>[number];

const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** A line break in the source is a space, but not between Chinese or Japanese characters, which have none. */
export function joinHanLines(markdown: MarkdownIt): void {
  markdown.renderer.rules.softbreak = (tokens, index) => {
    const before = [...(tokens[index - 1]?.content ?? '')].at(-1) ?? '';
    const after = [...(tokens[index + 1]?.content ?? '')][0] ?? '';
    return HAN.test(before) && HAN.test(after) ? '' : '\n';
  };
}

/** A bare address ends before the Chinese text around it, which has no space there. */
export function endAddressesAtHan(markdown: MarkdownIt): void {
  const { linkify } = markdown;
  const match = linkify.match.bind(linkify);
  const matchAtStart = linkify.matchAtStart.bind(linkify);
  linkify.match = (text) => match(text)?.map(cut) ?? null;
  linkify.matchAtStart = (text) => {
    const found = matchAtStart(text);
    return found && cut(found);
  };
}

function cut(found: Match): Match {
  const length = found.raw.search(HAN);
  if (length < 0) return found;
  const raw = found.raw.slice(0, length);
  return { ...found, raw, text: raw, url: raw, lastIndex: found.index + length };
}

/** `$$…$$` inside a line, as several Chinese sites export formulas. The formula plugin knows only whole lines. */
export function displayInLine(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('math_inline_dollar', 'math_inline_double', (state, isSilent) => {
    const { src, pos } = state;
    if (!src.startsWith('$$', pos)) return false;
    const end = src.indexOf('$$', pos + 2);
    const formula = end < 0 ? '' : src.slice(pos + 2, end).trim();
    if (formula === '' || formula.includes('$')) return false;
    if (!isSilent) state.push('math_inline', 'math', 0).content = formula;
    state.pos = end + 2;
    return true;
  });
}
