import { createDrafts, textFilesIn } from './files.ts';
import { readWords } from './words.ts';

/** "Import Markdown" beside the drafts: a draft for each file. */
export function runImportButton(): void {
  const box = document.getElementById('markdown-import');
  const input = box?.querySelector('input');
  const button = box?.querySelector('button');
  if (!box || !input || !button) return;
  const t = readWords(box);
  button.addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    const files = textFilesIn(input.files ?? []);
    input.value = '';
    if (files.length === 0) return;
    button.disabled = true;
    void createDrafts(files, t).then((created) => {
      button.disabled = false;
      const [only] = created;
      if (created.length === 1 && only) location.assign(`/studio/write?id=${only.id}`);
      else if (created.length > 1) location.assign('/studio/drafts');
    });
  });
}
