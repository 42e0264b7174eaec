import type { Editor } from '@tiptap/core';
import type { ComparedText, Content } from './autosave.ts';
import { load } from './create-editor.ts';
import { writeHtml } from './html.ts';
import { pageElement } from './page-elements.ts';
import type { TagsField } from './tags-field.ts';

type Options = {
  editor: Editor;
  /** The title of a post without one: the API requires a title. */
  untitled: string;
  placeholderTitles: string[];
  tags: Pick<TagsField, 'read' | 'write'>;
  showCover(): void;
};

export type Fields = ReturnType<typeof createFields>;

export const titleField = () => pageElement<HTMLTextAreaElement>('write-title');
export const coverField = () => document.querySelector('[name="cover_url"]') as HTMLInputElement;

/** Reads and writes the post on the page. */
export function createFields({ editor, untitled, placeholderTitles, tags, showCover }: Options) {
  const title = titleField();
  const summary = pageElement<HTMLTextAreaElement>('write-summary');
  const cover = coverField();
  const lang = pageElement<HTMLSelectElement>('write-lang');
  const changes = pageElement<HTMLSelectElement>('write-changes');
  let isComposing = false;
  for (const field of [title, summary]) {
    field.addEventListener('compositionstart', () => {
      isComposing = true;
    });
    field.addEventListener('compositionend', () => {
      isComposing = false;
    });
  }
  return {
    read: (): Content => ({
      title: title.value.trim() || untitled,
      summary: summary.value.trim(),
      body: writeHtml(editor.state.doc),
      cover_url: cover.value || null,
      lang: lang.value || null,
      tags: tags.read(),
      show_changes: changes.value === 'true',
    }),
    /** Without a cover, a language or tags, the current one stays. */
    write(content: ComparedText & Partial<Content>): void {
      title.value = placeholderTitles.includes(content.title) ? '' : content.title;
      summary.value = content.summary;
      if (content.cover_url !== undefined) cover.value = content.cover_url ?? '';
      if (content.lang !== undefined) lang.value = content.lang ?? '';
      // A copy that an earlier version of this page stored has no tags.
      if (content.tags !== undefined) tags.write(content.tags);
      if (content.show_changes !== undefined) changes.value = String(content.show_changes);
      showCover();
      load(editor, content.body, false);
    },
    isComposing: () => editor.view.composing || isComposing,
    /** Calls back after every change, also after the end of a composition, which some browsers report last. */
    watch(onChange: () => void): void {
      for (const field of [title, summary, lang, changes])
        field.addEventListener('input', onChange);
      document.addEventListener('compositionend', () => setTimeout(onChange, 50));
    },
  };
}
