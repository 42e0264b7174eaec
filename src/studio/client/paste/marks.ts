import { styleOf } from './parse.ts';

/** The formatting of one character. */
export type Marks = {
  href: string | null;
  strong: boolean;
  em: boolean;
  s: boolean;
  u: boolean;
  code: boolean;
  script: 'sub' | 'sup' | null;
};

export const NO_MARKS: Marks = {
  href: null,
  strong: false,
  em: false,
  s: false,
  u: false,
  code: false,
  script: null,
};

const BOLD_WEIGHT = 600;
const MONOSPACE = /mono|consolas|courier|menlo|sfmono|source code/i;
const LINK_SCHEMES = ['http:', 'https:', 'mailto:'];

/** The marks inside an element: those around it, changed by its tag and its style, as CSS inherits them. */
export function marksIn(element: Element, around: Marks): Marks {
  const marks = byTag(element, around);
  const weight = styleOf(element, 'font-weight');
  if (weight)
    marks.strong = weight.startsWith('bold') || Number.parseInt(weight, 10) >= BOLD_WEIGHT;
  const slant = styleOf(element, 'font-style');
  if (slant) marks.em = slant === 'italic' || slant === 'oblique';
  const lines = `${styleOf(element, 'text-decoration')} ${styleOf(element, 'text-decoration-line')}`;
  if (lines.includes('line-through')) marks.s = true;
  // Links are underlined anyway.
  if (lines.includes('underline') && marks.href === null) marks.u = true;
  const raised = styleOf(element, 'vertical-align');
  if (raised === 'sub') marks.script = 'sub';
  if (raised === 'super') marks.script = 'sup';
  if (raised === 'baseline') marks.script = null;
  return marks;
}

function byTag(element: Element, around: Marks): Marks {
  const marks = { ...around };
  switch (element.localName) {
    case 'b':
    case 'strong':
      marks.strong = true;
      break;
    case 'i':
    case 'em':
    case 'cite':
    case 'dfn':
      marks.em = true;
      break;
    case 's':
    case 'del':
    case 'strike':
      marks.s = true;
      break;
    case 'u':
    case 'ins':
      marks.u = marks.href === null;
      break;
    case 'sub':
    case 'sup':
      marks.script = element.localName;
      break;
    case 'code':
    case 'kbd':
    case 'samp':
    case 'tt':
      marks.code = true;
      break;
    case 'a':
      marks.href = addressOf(element) ?? around.href;
      if (marks.href !== null) marks.u = false;
      break;
  }
  return marks;
}

function addressOf(link: Element): string | null {
  const url = URL.parse(link.getAttribute('href')?.trim() ?? '');
  if (!url || !LINK_SCHEMES.includes(url.protocol)) return null;
  return targetOf(url).href;
}

/** The page behind the redirects of sites that count clicks. */
function targetOf(url: URL): URL {
  const isRedirect =
    url.hostname === 'link.zhihu.com' ||
    url.hostname === 'link.juejin.cn' ||
    (url.hostname === 'www.google.com' && url.pathname === '/url');
  const target = isRedirect ? (url.searchParams.get('target') ?? url.searchParams.get('q')) : null;
  const parsed = target === null ? null : URL.parse(target);
  return parsed && LINK_SCHEMES.includes(parsed.protocol) ? parsed : url;
}

/** Whether the element's own style sets a typewriter font. */
export function isMonospace(element: Element): boolean {
  return MONOSPACE.test(styleOf(element, 'font-family'));
}

export function areEqual(a: Marks, b: Marks): boolean {
  return (Object.keys(a) as (keyof Marks)[]).every((key) => a[key] === b[key]);
}
