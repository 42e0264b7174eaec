import type { OwnPost } from '../../../posts/schema.ts';
import { call, Problem } from '../../../ui/client/api.ts';
import { describeProblem } from '../../../ui/client/texts.ts';
import { toast } from '../../../ui/client/toast.ts';
import type { Content } from '../editor/autosave.ts';
import { randomName } from '../editor/draft-slots.ts';
import type { MarkdownTranslate } from './words.ts';

const NAMES = /\.(?:md|markdown|mdown|mkd|txt)$/i;
/** A post has at most 200 kB; front matter and pictures in the text make the file a little larger. */
const BYTES_MAX = 400_000;
const FILES_MAX = 20;

export function textFilesIn(files: Iterable<File>): File[] {
  return [...files].filter((file) => NAMES.test(file.name));
}

/** The file as a post, or undefined with a message. */
export async function readTextFile(file: File, t: MarkdownTranslate): Promise<Content | undefined> {
  if (file.size > BYTES_MAX) {
    toast(t('too_large', { name: file.name }), 'danger');
    return undefined;
  }
  const [{ importText }, text] = await Promise.all([import('./import-text.ts'), decode(file)]);
  return importText(text, file.name);
}

/** Files of older Chinese editors are not in UTF-8. */
async function decode(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** A draft for each file, one after the other. Resolves to the drafts that were created. */
export async function createDrafts(files: File[], t: MarkdownTranslate): Promise<OwnPost[]> {
  const created: OwnPost[] = [];
  if (files.length > FILES_MAX) toast(t('too_many', { max: FILES_MAX }), 'danger');
  const chosen = files.slice(0, FILES_MAX);
  for (const [index, file] of chosen.entries()) {
    if (chosen.length > 1) toast(t('progress', { now: index + 1, all: chosen.length }));
    const content = await readTextFile(file, t);
    if (!content) continue;
    try {
      const body = { ...content, draft: true };
      created.push(await call<OwnPost>('POST', '/api/studio/posts', { body, key: randomName() }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      toast(t('failed', { name: file.name, reason: describeProblem(error) }), 'danger');
      // The others would be refused as well.
      if (error.status === 401 || error.status === 403 || error.status === 429) break;
    }
  }
  return created;
}
