import type { Editor } from '@tiptap/core';
import type { Content } from './autosave.ts';
import { load } from './create-editor.ts';
import { writeHtml } from './html.ts';
import { pageElement } from './page-elements.ts';

type Options = {
  editor: Editor;
  /** What a post without a title is called until it has one: the service takes none without. */
  untitled: string;
  standIns: string[];
  showCover(): void;
};

export type Fields = ReturnType<typeof createFields>;

export const titleField = () => pageElement<HTMLTextAreaElement>('write-title');
export const coverField = () => document.querySelector('[name="cover_url"]') as HTMLInputElement;

/** The whole post as it stands on the page. */
export function createFields({ editor, untitled, standIns, showCover }: Options) {
  const title = titleField();
  const summary = pageElement<HTMLTextAreaElement>('write-summary');
  const cover = coverField();
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
    }),
    /** A cover that is not said stays. */
    write(content: Omit<Content, 'cover_url'> & { cover_url?: string | null }): void {
      title.value = standIns.includes(content.title) ? '' : content.title;
      summary.value = content.summary;
      if (content.cover_url !== undefined) cover.value = content.cover_url ?? '';
      showCover();
      load(editor, content.body, false);
    },
    isComposing: () => editor.view.composing || isComposing,
    /** `changed` after every change of any of them, also after the end of a composition, which some browsers put last. */
    watch(changed: () => void): void {
      for (const field of [title, summary]) field.addEventListener('input', changed);
      document.addEventListener('compositionend', () => setTimeout(changed, 50));
    },
  };
}
