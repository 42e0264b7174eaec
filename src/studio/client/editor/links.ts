import { type Editor, Extension, InputRule, type InputRuleMatch, PasteRule } from '@tiptap/core';
import type { MarkType } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { ADDRESS_END, type Address, findAddresses } from '../../../platform/html/addresses.ts';
import { readAddress } from './link-address.ts';

/** `[字](地址)`, also with the brackets of a Chinese keyboard. An exclamation mark before it makes it a picture. */
const WRITTEN_LINK =
  /(?<!!)(?:\[([^[\]]{1,300})\]|【([^【】]{1,300})】)[(（]((?:[^\s()（）]|\([^\s()（）]*\)){1,2000})[)）]$/u;
const WRITTEN_START = /[\]】][(（]$/;

/**
 * Links as they are typed and pasted. An address becomes a link when a character follows that cannot be part of it; what
 * is typed after a link is not linked, because the mark does not include its end (extensions.ts).
 */
export const Links = Extension.create({
  name: 'links',
  // Before the key bindings that split the line.
  priority: 200,
  addInputRules() {
    const type = linkType(this.editor);
    return [writtenLink(type), typedAddress(type)];
  },
  addPasteRules() {
    const type = linkType(this.editor);
    return [
      new PasteRule({
        find: (text) =>
          findAddresses(text).map(({ from, to, href }) => ({
            index: from,
            text: text.slice(from, to),
            data: { href },
          })),
        handler: ({ state, range, match }) => {
          link(state.tr, type, { ...range, href: match.data?.['href'] as string });
        },
      }),
    ];
  },
  addKeyboardShortcuts() {
    const linkLine = () => {
      linkBeforeCaret(this.editor);
      return false;
    };
    return { Enter: linkLine, 'Shift-Enter': linkLine };
  },
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        key: new PluginKey('links'),
        props: { handlePaste: (_view, event) => pasteOnSelection(editor, event) },
      }),
    ];
  },
});

function linkType(editor: Editor): MarkType {
  return editor.schema.marks['link'] as MarkType;
}

function writtenLink(type: MarkType): InputRule {
  return new InputRule({
    find: WRITTEN_LINK,
    handler: ({ state, range, match }) => {
      const text = match[1] ?? match[2] ?? '';
      const href = readAddress(match[3] ?? '');
      if (href === null || text.trim() === '') return null;
      const { tr } = state;
      tr.delete(range.from + 1 + text.length, range.to).delete(range.from, range.from + 1);
      const to = range.from + text.length;
      tr.removeMark(range.from, to, type).addMark(range.from, to, type.create({ href }));
      tr.removeStoredMark(type);
      return undefined;
    },
  });
}

function typedAddress(type: MarkType): InputRule {
  return new InputRule({
    find: findTyped,
    handler: ({ state, range, match }) => {
      const { href, length } = match.data as { href: string; length: number };
      const found = { from: range.from, to: range.from + length, href };
      return link(state.tr, type, found) ? undefined : null;
    },
    // Backspace deletes the character behind the link; undo removes the link.
    undoable: false,
  });
}

/** The address right before the character that ended it. */
function findTyped(text: string): InputRuleMatch | null {
  if (!ADDRESS_END.test(text)) return null;
  const last = lastAddress(text.slice(0, -1));
  if (!last) return null;
  const { from, to, href } = last;
  return { index: from, text: text.slice(from), data: { href, length: to - from } };
}

function lastAddress(text: string): Address | undefined {
  const last = findAddresses(text).at(-1);
  // The address in a written picture is a part of it.
  if (!last || WRITTEN_START.test(text.slice(0, last.from))) return undefined;
  const isOpen = ![...text.slice(last.to)].some((char) => ADDRESS_END.test(char));
  return isOpen ? last : undefined;
}

/** Not over another link, and not in code. */
function link(tr: Transaction, type: MarkType, { from, to, href }: Address): boolean {
  const { code } = type.schema.marks;
  if (tr.doc.rangeHasMark(from, to, type) || (code && tr.doc.rangeHasMark(from, to, code)))
    return false;
  if (!tr.doc.resolve(from).parent.type.allowsMarkType(type)) return false;
  tr.addMark(from, to, type.create({ href })).removeStoredMark(type);
  return true;
}

function linkBeforeCaret(editor: Editor): void {
  const { $from, empty } = editor.state.selection;
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return;
  // One character for anything that is not text, so that positions match.
  const text = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc');
  const last = lastAddress(text);
  const { tr } = editor.state;
  const start = $from.start();
  if (last && link(tr, linkType(editor), { ...last, from: start + last.from, to: start + last.to }))
    editor.view.dispatch(tr);
}

/** An address pasted on selected words links them. */
function pasteOnSelection(editor: Editor, event: ClipboardEvent): boolean {
  const href = soleAddress(event.clipboardData?.getData('text/plain') ?? '');
  if (href === null || !canLink(editor.state)) return false;
  return editor.commands.setMark('link', { href });
}

export function soleAddress(pasted: string): string | null {
  const text = pasted.trim();
  return /^https?:\/\/\S+$/i.test(text) ? readAddress(text) : null;
}

function canLink({ selection }: EditorState): boolean {
  const { $from, $to, empty } = selection;
  return (
    !empty && $from.sameParent($to) && $from.parent.isTextblock && !$from.parent.type.spec.code
  );
}
