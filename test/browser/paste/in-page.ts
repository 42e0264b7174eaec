import { getSchema } from '@tiptap/core';
import { extensionsFor } from '../../../src/studio/client/editor/extensions.ts';
import { markForeignPictures } from '../../../src/studio/client/editor/foreign-pictures.ts';
import { readHtml, writeHtml } from '../../../src/studio/client/editor/html.ts';
import { readMarkdown, writeMarkdown } from '../../../src/studio/client/markdown/convert.ts';
import { cleanPasted } from '../../../src/studio/client/paste/clean.ts';
import { looksLikeMarkdown } from '../../../src/studio/client/paste/detect.ts';

/** What the tests call in the page. */
const converters = {
  /** What goes into the editor. */
  clean(source: string, kind: 'html' | 'md'): string {
    const body = kind === 'md' ? readMarkdown(source) : cleanPasted(source);
    markForeignPictures(body);
    return body.innerHTML;
  },
  /** What the editor stores. */
  store: (html: string): string => writeHtml(readHtml(schema, html)),
  write: writeMarkdown,
  looksLikeMarkdown,
};

const nothing = (): never => {
  throw new Error('not used by the schema');
};
const schema = getSchema(
  extensionsFor({
    placeholder: '',
    caption: '',
    image: { uploads: {} as never, editAlt: nothing, texts: {} as never },
    missing: { pictures: {} as never, uploads: {} as never, t: nothing },
    code: { nameOf: nothing, choose: nothing },
    note: { label: '', edit: nothing },
    formula: { label: '', edit: nothing, insertBlock: nothing },
    task: '',
    embeds: '',
  }),
);

export type Converters = typeof converters;
Object.assign(globalThis, { converters });
