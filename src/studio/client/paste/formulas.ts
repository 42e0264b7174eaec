import { create } from './parse.ts';

/** Formulas of KaTeX, MathJax and Zhihu: their TeX, instead of the many elements that draw them. */
export function writeFormulas(body: HTMLElement): void {
  for (const image of body.querySelectorAll('img[eeimg], img.ztext-math'))
    replace(image, image.getAttribute('alt') ?? '', image.getAttribute('eeimg') === '2');
  for (const box of body.querySelectorAll('[data-tex]'))
    replace(box, box.getAttribute('data-tex') ?? '', false);
  for (const box of body.querySelectorAll('.katex-display, .katex, mjx-container, math')) {
    if (!box.isConnected) continue;
    const tex = box.querySelector('annotation[encoding="application/x-tex"]')?.textContent;
    if (tex) replace(box, tex, box.matches('.katex-display, [display="true"], [display="block"]'));
  }
}

function replace(element: Element, tex: string, isBlock: boolean): void {
  // Zhihu marks a formula on a line of its own by two backslashes at its end.
  const text = tex.replace(/\\\\\s*$/, '').trim();
  const code = create(element, 'code', { class: 'language-math' }, text);
  if (text === '') element.remove();
  else element.replaceWith(isBlock ? create(element, 'pre', {}, code) : code);
}
