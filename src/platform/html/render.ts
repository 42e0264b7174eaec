import { writeFormulas } from './formulas.ts';
import { highlightCode } from './highlight.ts';
import { numberFootnotes } from './number-footnotes.ts';
import { parseBody } from './parse.ts';
import { serializeBody } from './serialize.ts';
import { showTasks } from './task-lists.ts';
import { type TrustedHtml, trust } from './trusted.ts';

/**
 * The body as readers get it: highlighted code, formulas, numbered notes, check boxes. It is stored beside the
 * sanitized source and never sanitized again: the allow-list lacks what is added here.
 */
export function renderBody(body: TrustedHtml): TrustedHtml {
  const tree = parseBody(body);
  const changed = [
    highlightCode(tree),
    writeFormulas(tree),
    showTasks(tree),
    numberFootnotes(tree, body),
  ];
  return changed.includes(true) ? trust(serializeBody(tree)) : body;
}
