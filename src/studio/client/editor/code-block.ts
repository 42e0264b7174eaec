import CodeBlockLowlight from '@tiptap/extension-code-block-lowlight';
import { common, createLowlight } from 'lowlight';

/** The same grammars as on the server (platform/html/highlight.ts), so that authors see what readers see. */
export const lowlight = createLowlight(common);

type Options = { nameOf(language: string | null): string; choose(position: number): void };

/** A code block with a button that shows its language. */
export const CodeBlock = CodeBlockLowlight.extend<
  NonNullable<(typeof CodeBlockLowlight)['options']> & Partial<Options>
>({
  addNodeView() {
    return ({ node, getPos }) => {
      const { nameOf, choose } = this.options;
      let current = node;
      const dom = document.createElement('div');
      dom.className = 'code-view';
      const label = document.createElement('button');
      label.type = 'button';
      label.className = 'code-language';
      label.contentEditable = 'false';
      // Not a tab stop in the middle of the text; keyboard users choose the language in the toolbar.
      label.tabIndex = -1;
      label.addEventListener('mousedown', (event) => event.preventDefault());
      label.addEventListener('click', () => {
        const position = getPos();
        if (position !== undefined) choose?.(position);
      });
      const block = document.createElement('pre');
      const code = document.createElement('code');
      block.append(code);
      dom.append(label, block);
      const draw = () => {
        label.textContent = nameOf?.(current.attrs['language'] as string | null) ?? '';
      };
      draw();
      return {
        dom,
        contentDOM: code,
        update(next) {
          if (next.type !== current.type) return false;
          current = next;
          draw();
          return true;
        },
        stopEvent: (event) => event.target === label,
        ignoreMutation: (mutation) =>
          mutation.type !== 'selection' &&
          !code.contains(mutation.target) &&
          mutation.target !== code,
      };
    };
  },
}).configure({ lowlight, defaultLanguage: null, enableTabIndentation: false });
