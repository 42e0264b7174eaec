import katex from 'katex';
import { type Katex, writeMathml } from '../../../platform/html/mathml.ts';

/** A formula as the server will write it; null if it has an error. In a file of its own: it is loaded when needed. */
export function formulaOf(tex: string, isBlock: boolean): Element | null {
  const mathml = writeMathml(katex as unknown as Katex, tex, isBlock);
  if (mathml === undefined) return null;
  const { body } = new DOMParser().parseFromString(mathml, 'text/html');
  return body.firstElementChild;
}
