import type { Editor } from '@tiptap/core';
import { toast } from '../../../ui/client/toast.ts';
import { randomName } from './draft-slots.ts';
import type { Translate } from './translate.ts';
import { fileProblem, type Uploads } from './uploads.ts';

type PastedContent = {
  /** Inserts files at the caret, or at a position. */
  insert(files: Iterable<File>, position?: number): void;
  paste(event: ClipboardEvent): boolean;
  drop(event: DragEvent): boolean;
  clean(html: string): string;
};

/** Pasted and dropped content: files become uploads, and images of other sites are removed. */
export function insertPastedOrDropped(
  getEditor: () => Editor,
  uploads: Uploads,
  t: Translate,
): PastedContent {
  function insert(files: Iterable<File>, position?: number): void {
    const editor = getEditor();
    const valid = [...files].filter((file) => {
      const problem = fileProblem(file);
      if (problem) toast(t(problem, { name: file.name }), 'danger');
      return !problem;
    });
    if (valid.length === 0) return;
    const nodes = valid.map((file) => {
      const upload = randomName();
      uploads.start(upload, file);
      return {
        type: 'figure',
        content: [{ type: 'image', attrs: { upload } }, { type: 'figcaption' }],
      };
    });
    const at = position ?? editor.state.selection.to;
    editor.chain().focus().insertContentAt(blockEnd(editor, at), nodes).run();
  }

  return {
    insert,
    paste(event) {
      const data = event.clipboardData;
      const files = imagesIn(data);
      // A copied picture comes with some HTML around it; copied text may come with a picture of itself, and is text.
      if (files.length === 0 || hasWords(data)) return false;
      event.preventDefault();
      insert(files);
      return true;
    },
    drop(event) {
      const files = imagesIn(event.dataTransfer);
      if (files.length === 0) return false;
      event.preventDefault();
      const point = { left: event.clientX, top: event.clientY };
      insert(files, getEditor().view.posAtCoords(point)?.pos);
      return true;
    },
    clean(pasted) {
      const html = withoutStyles(pasted);
      const { body } = new DOMParser().parseFromString(html, 'text/html');
      const foreign = [...body.querySelectorAll('img')].filter(
        (image) => !image.getAttribute('src')?.startsWith('/uploads/'),
      );
      if (foreign.length === 0) return html;
      for (const image of foreign) image.remove();
      toast(t('image_foreign', { count: foreign.length }), 'danger');
      return body.innerHTML;
    },
  };
}

/** Removes styles before parsing: each one would be a Content-Security-Policy violation. Text is never a tag here. */
function withoutStyles(html: string): string {
  return html
    .replace(/<style[\s>][\s\S]*?<\/style>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) =>
      tag.replace(/\sstyle\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, ''),
    );
}

function imagesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'));
}

function hasWords(data: DataTransfer | null): boolean {
  const html = withoutStyles(data?.getData('text/html') ?? '');
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return (body.textContent ?? '').trim() !== '';
}

/** A figure goes between blocks: after the block at the caret, or instead of an empty one. */
function blockEnd(editor: Editor, position: number): number | { from: number; to: number } {
  const { doc } = editor.state;
  const target = doc.resolve(Math.min(position, doc.content.size));
  if (target.depth === 0) return target.pos;
  if (target.parent.type.name === 'paragraph' && target.parent.content.size === 0)
    return { from: target.before(), to: target.after() };
  return target.after(1);
}
