import { parseBody } from '../../src/platform/html/parse.ts';

/** Independent of the sanitizer's own tables, so that an error there is found. */
const ATTRIBUTES_OF: Record<string, RegExp> = {
  a: /^(href|rel)$/,
  img: /^(src|alt|width|height)$/,
  code: /^className$/,
  pre: /^className$/,
  figure: /^className$/,
  td: /^(colSpan|rowSpan)$/,
  th: /^(colSpan|rowSpan)$/,
  span: /^className$/,
  ul: /^className$/,
  li: /^dataChecked$/,
};
/** The only values of these classes; a task has a state exactly where it is one. */
const CLASS_OF: Record<string, string> = { span: 'footnote', ul: 'task-list' };
const ELEMENTS =
  /^(h[234]|p|br|hr|a|strong|em|s|u|su[bp]|blockquote|[uo]l|li|code|pre|img|fig(ure|caption)|table|thead|tbody|t[rhd]|span)$/;

/** Elements and attributes of a sanitized body that D26 does not allow. */
export function findDisallowed(html: string, isOwnImage: (src: string) => boolean): string[] {
  const found: string[] = [];
  const visit = (node: ReturnType<typeof parseBody>['children'][number]) => {
    if (node.type === 'comment' || node.type === 'doctype') found.push(node.type);
    if (node.type !== 'element') return;
    if (!ELEMENTS.test(node.tagName)) found.push(node.tagName);
    for (const [key, value] of Object.entries(node.properties)) {
      if (!ATTRIBUTES_OF[node.tagName]?.test(key)) found.push(`${node.tagName} ${key}`);
      if (key === 'href' && !/^(https?|mailto):/.test(String(value))) found.push(String(value));
      if (key === 'src' && !isOwnImage(String(value))) found.push(String(value));
      const only = key === 'className' ? CLASS_OF[node.tagName] : undefined;
      if (only && String(value) !== only) found.push(`${node.tagName} ${String(value)}`);
    }
    if (node.tagName === 'span') {
      const isText = node.children.length === 1 && node.children[0]?.type === 'text';
      if (!node.properties['className'] || !isText) found.push('span');
    }
    for (const child of node.children) {
      if (child.type !== 'element' || child.tagName !== 'li') continue;
      const isTask = node.tagName === 'ul' && Boolean(node.properties['className']);
      const state = child.properties['dataChecked'];
      if (isTask !== (state === 'true' || state === 'false')) found.push('li data-checked');
    }
    node.children.forEach(visit);
  };
  parseBody(html).children.forEach(visit);
  return found;
}
