import type { Editor } from '@tiptap/core';
import { toast } from '../../../ui/client/toast.ts';
import { textFilesIn } from '../markdown/files.ts';
import { cleanPasted } from '../paste/clean.ts';
import { hasEmbeds } from '../paste/embeds.ts';
import { parsePasted } from '../paste/parse.ts';
import { randomName } from './draft-slots.ts';
import { markForeignPictures } from './foreign-pictures.ts';
import { isMarkdown, pasteMarkdown } from './paste-markdown.ts';
import type { Translate } from './translate.ts';
import { fileProblem, type Uploads } from './uploads.ts';

type PastedContent = {
  /** Inserts files at the caret, or at a position. */
  insert(files: Iterable<File>, position?: number): void;
  paste(event: ClipboardEvent): boolean;
  drop(event: DragEvent): boolean;
  /** Files dropped beside the text: the browser would open them, and leave the page. */
  dropBeside(event: DragEvent): void;
  /** Never handles a key; only tracks how the next paste was started. */
  keyDown(event: KeyboardEvent): boolean;
  clean(html: string): string;
};

type Options = {
  getEditor(): Editor;
  uploads: Uploads;
  t: Translate;
  importFiles(files: File[]): void;

  takesPictures: boolean;
};

/** Pasted and dropped content: pictures become uploads, Markdown becomes rich text, HTML becomes a post's HTML. */
export function insertPastedOrDropped(options: Options): PastedContent {
  const { getEditor, uploads, t, importFiles, takesPictures } = options;
  /** Mod-Shift-V: paste the text as it is. */
  let isPlain = false;

  function insert(files: Iterable<File>, position?: number): void {
    const editor = getEditor();
    if (!takesPictures) {
      toast(t('no_pictures'), 'danger');
      return;
    }
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

  function drop(event: DragEvent): boolean {
    const texts = textFilesIn(event.dataTransfer?.files ?? []);
    if (texts.length > 0) {
      event.preventDefault();
      importFiles(texts);
      return true;
    }
    const files = imagesIn(event.dataTransfer);
    if (files.length === 0) return false;
    event.preventDefault();
    const point = { left: event.clientX, top: event.clientY };
    insert(files, getEditor().view.posAtCoords(point)?.pos);
    return true;
  }

  return {
    insert,
    drop,
    dropBeside(event) {
      const isFile = event.dataTransfer?.types.includes('Files');
      // A field for files takes them itself, and the text has its own listener.
      if (!isFile || event.defaultPrevented || (event.target as Element).matches('[type="file"]'))
        return;
      event.preventDefault();
      if (event.type === 'drop') drop(event);
    },
    paste(event) {
      const data = event.clipboardData;
      const editor = getEditor();
      const files = imagesIn(data);
      // A copied picture comes with some HTML around it; copied text may come with a picture of itself, and is text.
      if (files.length > 0 && !hasWords(data)) {
        event.preventDefault();
        insert(files);
        return true;
      }
      const isInCode = editor.state.selection.$from.parent.type.spec.code === true;
      if (isPlain || isInCode || !isMarkdown(data)) return false;
      event.preventDefault();
      void pasteMarkdown(editor, data?.getData('text/plain') ?? '');
      return true;
    },
    keyDown(event) {
      const isMod = event.ctrlKey || event.metaKey;
      if (isMod || !event.shiftKey) isPlain = isMod && event.shiftKey && event.code === 'KeyV';
      return false;
    },
    clean(pasted) {
      // What was copied from an editor of this site needs no cleaning, and has marks of its own for open ends.
      const parsed = parsePasted(pasted);
      if (/\sdata-pm-slice=/.test(pasted)) return parsed.innerHTML;
      if (hasEmbeds(parsed)) toast(t('embed_link'));
      const body = cleanPasted(pasted);
      markForeignPictures(body);
      return body.innerHTML;
    },
  };
}

function imagesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'));
}

function hasWords(data: DataTransfer | null): boolean {
  const body = parsePasted(data?.getData('text/html') ?? '');
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
