import { Extension, InputRule, type InputRuleMatch, markInputRule } from '@tiptap/core';
import type { MarkType } from '@tiptap/pm/model';

/** In this order: a rule for two signs is tried before one for a single sign. */
const PAIRS = [
  ['bold', '**'],
  ['bold', '__'],
  ['strike', '~~'],
  ['code', '`'],
  ['italic', '*'],
  ['italic', '_'],
] as const;

/** Between these, `*` is a multiplication and `_` a part of a name. */
const WORD = /[\p{Script=Latin}\p{N}]/u;

/**
 * Typed Markdown marks. TipTap's own rules need a space before them; Chinese has none, so these work directly beside
 * Han characters and full-width punctuation. They also run when an input method has committed its text.
 */
export const MarkRules = Extension.create({
  name: 'markRules',
  addInputRules() {
    return PAIRS.flatMap(([name, sign]) => {
      const type = this.editor.schema.marks[name];
      return type ? [pairRule(sign, type)] : [];
    });
  },
});

/** What is typed next is as the sign was: after `***both***` neither bold nor italic. */
function pairRule(sign: string, type: MarkType): InputRule {
  const find = (text: string) => findPair(text, sign);
  const rule = markInputRule({ find, type });
  return new InputRule({
    find,
    handler: (props) => {
      const { state, range } = props;
      const marks = state.doc.resolve(range.to).marks();
      const result = rule.handler(props);
      if (result !== null) state.tr.setStoredMarks(marks.filter((mark) => mark.type !== type));
      return result;
    },
  });
}

/** The marked text that ends at the end of `text`. */
function findPair(text: string, sign: string): InputRuleMatch | null {
  if (!text.endsWith(sign)) return null;
  const inner = text.slice(0, -sign.length);
  const open = inner.lastIndexOf(sign);
  if (open < 0) return null;
  const content = inner.slice(open + sign.length);
  const before = inner.slice(0, open);
  if (!isMarkable(content, sign) || !canOpen(before, content, sign)) return null;
  return { index: open, text: text.slice(open), replaceWith: content };
}

function isMarkable(content: string, sign: string): boolean {
  if (content === '' || content.includes(sign[0] as string)) return false;
  return sign === '`' || content.trim() === content;
}

function canOpen(before: string, content: string, sign: string): boolean {
  const [char = ''] = sign;
  const run = /(.)\1*$/su.exec(before)?.[0] ?? '';
  // `***both***`: the inner two are bold first, then the outer ones are italic.
  const isLonger = run.startsWith(char) && run.length > (sign === '**' ? 1 : 0);
  if (isLonger || before.endsWith('\\')) return false;
  const last = [...before.slice(-2)].at(-1) ?? '';
  if (char === '_') return !WORD.test(last);
  return sign !== '*' || !WORD.test(last) || !WORD.test(content[0] as string);
}
