import type { Delete, Emphasis, Strong } from 'mdast';
import type { Handle, Info, Options, State } from 'mdast-util-to-markdown';

declare module 'mdast' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended
  interface BlockContentMap {
    math: { type: 'math'; value: string };
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended
  interface RootContentMap {
    math: { type: 'math'; value: string };
    inlineMath: { type: 'inlineMath'; value: string };
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended
  interface PhrasingContentMap {
    inlineMath: { type: 'inlineMath'; value: string };
  }
}

const SPACE = /^(?:\s|$)/u;
const PUNCTUATION = /^[\p{P}\p{S}]/u;
const CJK =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

/**
 * Marks and formulas in a form that the parser surely reads back. The library would write a Chinese full stop next to
 * `**` as a character reference, which nobody can read; here a mark whose signs would not work is written as HTML.
 */
export const stressToMarkdown: Options = {
  // A single `~` is common in Chinese, and means nothing.
  unsafe: [
    { character: '~', before: '~', inConstruct: 'phrasing' },
    { character: '~', after: '~', inConstruct: 'phrasing' },
    { character: '$', inConstruct: 'phrasing' },
  ],
  handlers: {
    strong: markHandle('strong', ['**']),
    emphasis: markHandle('em', ['*', '_']),
    delete: markHandle('s', ['~~']),
    math: ({ value }: { value: string }) =>
      value.includes('$$') ? `\`\`\`math\n${value}\n\`\`\`` : `$$\n${value}\n$$`,
    inlineMath: withPeek('$', ({ value }: { value: string }, _parent, _state, { after }) => {
      const formula = value.replace(/\s+/g, ' ').trim();
      if (/(?<!\\)\$|^$/.test(formula)) return formulaTag(formula);
      return /^\d/.test(after) || formula.endsWith('\\') ? `$$${formula}$$` : `$${formula}$`;
    }),
  } as Record<string, Handle>,
};

function markHandle(tag: string, signs: string[]): Handle {
  const handle: Handle = (node: Strong | Emphasis | Delete, _parent, state, info) => {
    const exit = state.enter('phrasing');
    for (const sign of signs) {
      const inside = insideOf(node, state, info, sign, sign);
      if (fits(sign, info.before, firstOf(inside)) && fits(sign, info.after, lastOf(inside))) {
        exit();
        return `${sign}${inside}${sign}`;
      }
    }
    const inside = insideOf(node, state, info, '>', '<');
    exit();
    return `<${tag}>${inside}</${tag}>`;
  };
  return withPeek(signs[0]?.slice(0, 1) ?? '', handle);
}

function withPeek(sign: string, handle: Handle): Handle {
  return Object.assign(handle, { peek: () => sign });
}

function insideOf(
  node: Strong | Emphasis | Delete,
  state: State,
  info: Info,
  before: string,
  after: string,
): string {
  const tracker = state.createTracker(info);
  return state.containerPhrasing(node, { ...tracker.current(), before, after });
}

/** Whether the sign opens or closes between these characters (CommonMark, with the rule for Chinese text). */
function fits(sign: string, outside: string, inside: string): boolean {
  const letter = sign.slice(0, 1);
  if (SPACE.test(inside) || inside === letter || outside.slice(-1) === letter) return false;
  if (outside.slice(0, 1) === letter) return false;
  if (SPACE.test(outside) || PUNCTUATION.test(outside)) return true;
  if (letter === '_') return false;
  return !PUNCTUATION.test(inside) || CJK.test(outside) || CJK.test(inside);
}

function firstOf(text: string): string {
  return [...text][0] ?? '';
}

function lastOf(text: string): string {
  return [...text].at(-1) ?? '';
}

function formulaTag(formula: string): string {
  const text = formula.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('$', '&#36;');
  return `<code class="language-math">${text}</code>`;
}
