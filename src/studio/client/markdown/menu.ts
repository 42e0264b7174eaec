import type { Editor } from '@tiptap/core';
import { DOMSerializer } from '@tiptap/pm/model';
import { toast } from '../../../ui/client/toast.ts';
import { showBanner } from '../editor/banners.ts';
import { type Fields, titleField } from '../editor/fields.ts';
import { writeHtml } from '../editor/html.ts';
import { pageElement } from '../editor/page-elements.ts';
import { createDrafts, readTextFile, textFilesIn } from './files.ts';
import { type MarkdownTranslate, readWords } from './words.ts';

type Options = { editor: Editor; fields: Fields; onChange(): void };

/** The Markdown menu of the editor: copy, download, import. Returns the import of dropped files. */
export function runMarkdownMenu({ editor, fields, onChange }: Options): (files: File[]) => void {
  const menu = pageElement('markdown-menu');
  const input = pageElement<HTMLInputElement>('markdown-file');
  const t = readWords(menu);

  async function importFiles(files: File[]): Promise<void> {
    const [only] = files;
    const isEmpty = titleField().value.trim() === '' && editor.isEmpty;
    if (files.length === 1 && only && isEmpty) {
      const content = await readTextFile(only, t);
      if (!content) return;
      fields.write({ ...content, cover_url: content.cover_url ?? '' });
      onChange();
      toast(t('imported'));
      return;
    }
    // A text that exists is never overwritten.
    const created = await createDrafts(files, t);
    for (const { id, title } of created)
      showBanner(
        t('created', { title }),
        [{ text: t('open'), onClick: () => location.assign(`/studio/write?id=${id}`) }],
        t('close'),
      );
  }

  const actions: Record<string, () => void> = {
    copy: () => void copy(editor, t),
    download: () => void download(fields),
    import: () => input.click(),
  };
  for (const button of menu.querySelectorAll<HTMLButtonElement>('[data-markdown]')) {
    button.addEventListener('click', () => {
      menu.hidePopover();
      actions[button.dataset['markdown'] ?? '']?.();
    });
  }
  input.addEventListener('change', () => {
    const files = textFilesIn(input.files ?? []);
    input.value = '';
    if (files.length > 0) void importFiles(files);
  });
  return (files) => void importFiles(files);
}

/** The selection, or the whole text without one. */
async function copy(editor: Editor, t: MarkdownTranslate): Promise<void> {
  const { writeMarkdown } = await import('./convert.ts');
  const { selection, doc } = editor.state;
  const html = selection.empty ? writeHtml(doc) : htmlOf(editor);
  const text = writeMarkdown(html).trim();
  try {
    await navigator.clipboard.writeText(text);
    toast(t(selection.empty ? 'copied_all' : 'copied'));
  } catch {
    toast(t('not_copied'), 'danger');
  }
}

function htmlOf(editor: Editor): string {
  const page = document.implementation.createHTMLDocument('');
  const { content } = editor.state.selection.content();
  const serializer = DOMSerializer.fromSchema(editor.schema);
  page.body.append(serializer.serializeFragment(content, { document: page }));
  return page.body.innerHTML;
}

async function download(fields: Fields): Promise<void> {
  const [{ writeMarkdown }, { writeFrontMatter }] = await Promise.all([
    import('./convert.ts'),
    import('../../../platform/markdown/front-matter.ts'),
  ]);
  const { title, summary, tags, cover_url, body } = fields.read();
  const cover = cover_url ? new URL(cover_url, location.href).href : '';
  const text = writeFrontMatter({ title, summary, tags, cover }) + writeMarkdown(body);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }));
  link.download = `${title.replace(/[\\/:*?"<>|\s]+/g, ' ').trim() || 'post'}.md`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
