import type { Editor } from '@tiptap/core';
import { toast } from '../../../ui/client/toast.ts';
import { randomName } from './draft-slots.ts';
import type { Translate } from './translate.ts';
import { judgeFile, type Uploads } from './uploads.ts';

type PastedContent = {
  /** Puts files where the caret is, or at a place. */
  insert(files: Iterable<File>, position?: number): void;
  paste(event: ClipboardEvent): boolean;
  drop(event: DragEvent): boolean;
  clean(html: string): string;
};

/** What comes from outside: files become uploads, and nothing is left pointing to another site. */
export function insertPastedOrDropped(
  getEditor: () => Editor,
  uploads: Uploads,
  say: Translate,
): PastedContent {
  function insert(files: Iterable<File>, position?: number): void {
    const editor = getEditor();
    const sound = [...files].filter((file) => {
      const problem = judgeFile(file);
      if (problem) toast(say(problem, { name: file.name }), 'danger');
      return !problem;
    });
    if (sound.length === 0) return;
    const figures = sound.map((file) => {
      const upload = randomName();
      uploads.start(upload, file);
      return {
        type: 'figure',
        content: [{ type: 'image', attrs: { upload } }, { type: 'figcaption' }],
      };
    });
    const at = position ?? editor.state.selection.to;
    editor.chain().focus().insertContentAt(blockEnd(editor, at), figures).run();
  }

  return {
    insert,
    paste(event) {
      const data = event.clipboardData;
      const files = imagesIn(data);
      // A copied picture comes with a bit of HTML around it; words that come with a picture of themselves are words.
      if (files.length === 0 || hasWords(data)) return false;
      event.preventDefault();
      insert(files);
      return true;
    },
    drop(event) {
      const files = imagesIn(event.dataTransfer);
      if (files.length === 0) return false;
      event.preventDefault();
      const spot = { left: event.clientX, top: event.clientY };
      insert(files, getEditor().view.posAtCoords(spot)?.pos);
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
      toast(say('image_foreign', { count: foreign.length }), 'danger');
      return body.innerHTML;
    },
  };
}

/** Before anything reads it: the site's policy would note each of them as a breach. Text is never a tag here. */
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

/** A figure stands between blocks: after the one the caret is in, in place of an empty one. */
function blockEnd(editor: Editor, position: number): number | { from: number; to: number } {
  const { doc } = editor.state;
  const place = doc.resolve(Math.min(position, doc.content.size));
  if (place.depth === 0) return place.pos;
  if (place.parent.type.name === 'paragraph' && place.parent.content.size === 0)
    return { from: place.before(), to: place.after() };
  return place.after(1);
}
