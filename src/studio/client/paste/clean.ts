import { replaceEmbeds } from './embeds.ts';
import { rebuild } from './flow.ts';
import { writeFormulas } from './formulas.ts';
import { writeNotes } from './notes.ts';
import { parsePasted } from './parse.ts';
import { cleanCodeSites } from './sources/code-sites.ts';
import { cleanDocuments } from './sources/documents.ts';
import { cleanFeishu, isFromFeishu } from './sources/feishu.ts';
import { cleanGoogleDocs, isFromGoogleDocs } from './sources/google-docs.ts';
import { cleanWeChat, isFromWeChat } from './sources/wechat.ts';
import { cleanWord, isFromWord } from './sources/word.ts';

/** Programs whose HTML needs more than the tags tell. */
const SOURCES = [
  { isFrom: isFromWord, clean: cleanWord },
  { isFrom: isFromGoogleDocs, clean: cleanGoogleDocs },
  { isFrom: isFromFeishu, clean: cleanFeishu },
  { isFrom: isFromWeChat, clean: cleanWeChat },
];

/** Pasted HTML as a post is stored. Pictures of other sites are still pictures here. */
export function cleanPasted(html: string): HTMLElement {
  const body = parsePasted(html);
  replaceEmbeds(body);
  writeNotes(body);
  writeFormulas(body);
  cleanCodeSites(body);
  cleanDocuments(body);
  for (const { isFrom, clean } of SOURCES) if (isFrom(html)) clean(body);
  return rebuild(body);
}
