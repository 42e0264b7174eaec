import type {
  JSXAttribute,
  JSXAttributeItem,
  JSXChild,
  JSXElement,
  JSXText,
  Node,
  StringLiteral,
} from 'oxc-parser';
import { innerHtmlOf, isUndrawn, literalOf, nameOf } from './attributes.ts';
import { attributeOf, namedIn, tagsOf, textOf } from './markup.ts';
import { contentOf, type Drawn, isDrawn, outermostIn, tagOf, wordsOf } from './nodes.ts';

export type Module = {
  source: string;
  path: string;
  /** The texts around the gaps of each, in the order in which they are named `_t0`, `_t1` … */
  templates: string[][];
};

/** Of a template: HTML, or the code of what fills a gap. */
type Part = { html: string } | { code: string };

/** What depends on what is around or in it, which only the renderer knows: what is chosen in a list, shapes. */
const ORDINARY =
  /^(textarea|select|option|optgroup|g|path|circle|ellipse|line|polyline|polygon|rect|text|tspan|defs|use|symbol|mask|clipPath|foreignObject|stop|\w+Gradient)$/;

export function writeDrawn(module: Module, drawn: Drawn): string {
  if (drawn.type === 'JSXElement' && !isPlain(drawn)) return writeCall(module, drawn);
  const texts = [''];
  const gaps: string[] = [];
  for (const part of partsOf(module, drawn)) {
    if ('html' in part) texts.push(`${texts.pop()}${part.html}`);
    else {
      gaps.push(part.code);
      texts.push('');
    }
  }
  const name = `_t${module.templates.push(texts) - 1}`;
  return `_template(${[name, ...gaps].join(', ')})`;
}

/** Whether the renderer would need to know nothing but what stands here. */
function isPlain(drawn: JSXElement): boolean {
  const { name, attributes } = drawn.openingElement;
  const tag = tagOf(name);
  if (!tag || ORDINARY.test(tag) || (tag === 'svg' && contentOf(drawn).length > 0)) return false;
  return attributes.every((one) => {
    if (one.type === 'JSXSpreadAttribute') return false;
    return isUndrawn(one) || innerHtmlOf(one) || literalOf(one) || namedIn(tag, nameOf(one));
  });
}

function partsOf(module: Module, drawn: Drawn): Part[] {
  const content = () => contentOf(drawn).flatMap((one) => partsOfChild(module, one));
  if (drawn.type === 'JSXFragment') return content();
  if (!isPlain(drawn)) return [{ code: writeCall(module, drawn) }];
  const { name, attributes } = drawn.openingElement;
  const tag = tagOf(name) ?? '';
  const { open, close } = tagsOf(tag);
  const own = attributes
    .filter((one) => one.type === 'JSXAttribute')
    .filter((one) => !isUndrawn(one));
  const inner = own.map(innerHtmlOf).find(Boolean);
  const said = own
    .filter((one) => !innerHtmlOf(one))
    .map((one) => partOfAttribute(module, tag, one));
  const start = [{ html: open }, ...said];
  if (close === '/>') return [...start, { html: close }];
  const inside = inner ? [{ code: `_say.html(${writeCode(module, inner)})` }] : content();
  return [...start, { html: '>' }, ...inside, { html: close.slice(1) }];
}

function partOfAttribute(module: Module, tag: string, one: JSXAttribute): Part {
  const literal = literalIn(module, one);
  if (literal) return { html: attributeOf(tag, nameOf(one), literal.value) };
  const named = namedIn(tag, nameOf(one));
  const say = named?.isWord ? 'wordAttribute' : 'attribute';
  return { code: `_say.${say}(${JSON.stringify(named?.name)}, ${writeValue(module, one)})` };
}

function partsOfChild(module: Module, one: JSXChild): Part[] {
  const words = wordsIn(module, one);
  if (words !== undefined) return [{ html: textOf(words) }];
  if (isDrawn(one)) return partsOf(module, one);
  return [{ code: `_say.child(${writeChild(module, one)})` }];
}

/** As it would be called without any of this, but that what is in it is compiled. */
function writeCall(module: Module, drawn: JSXElement): string {
  const { name, attributes } = drawn.openingElement;
  const tag = tagOf(name);
  const key = attributes.find((one) => one.type === 'JSXAttribute' && nameOf(one) === 'key');
  const properties = attributes
    .filter((one) => one !== key)
    .map((one) => writeProperty(module, one));
  const content = contentOf(drawn).map((one) => writeChild(module, one));
  const children = content.length > 1 ? `[${content.join(', ')}]` : content[0];
  if (children !== undefined) properties.push(`children: ${children}`);
  const type = tag ? JSON.stringify(tag) : sourceOf(module, name);
  const more = key?.type === 'JSXAttribute' ? [writeValue(module, key)] : [];
  return `_jsx(${[type, `{ ${properties.join(', ')} }`, ...more].join(', ')})`;
}

function writeProperty(module: Module, one: JSXAttributeItem): string {
  if (one.type === 'JSXSpreadAttribute') return `...${writeCode(module, one.argument)}`;
  return `${JSON.stringify(nameOf(one))}: ${writeValue(module, one)}`;
}

function writeValue(module: Module, one: JSXAttribute): string {
  const literal = literalIn(module, one);
  if (literal) return JSON.stringify(literal.value);
  const { value } = one;
  if (!value) return 'true';
  return writeCode(module, value.type === 'JSXExpressionContainer' ? value.expression : value);
}

function writeChild(module: Module, one: JSXChild): string {
  const words = wordsIn(module, one);
  if (words !== undefined) return JSON.stringify(words);
  if (one.type === 'JSXSpreadChild') throw refusalOf(module, one, 'a spread child');
  return writeCode(module, one.type === 'JSXExpressionContainer' ? one.expression : one);
}

/** An expression as it is written, with what is drawn in it compiled. */
function writeCode(module: Module, node: Node): string {
  let code = '';
  let from = node.start;
  for (const drawn of outermostIn(node)) {
    code += module.source.slice(from, drawn.start) + writeDrawn(module, drawn);
    from = drawn.end;
  }
  return code + module.source.slice(from, node.end);
}

function wordsIn(module: Module, one: JSXChild): string | undefined {
  if (one.type === 'JSXText') refuseReference(module, one);
  return wordsOf(one);
}

function literalIn(module: Module, one: JSXAttribute): ReturnType<typeof literalOf> {
  if (one.value?.type === 'Literal') refuseReference(module, one.value);
  return literalOf(one);
}

/** What stands there as it is, outside of any expression, is the only place where `&amp;` is another letter. */
function refuseReference(module: Module, node: JSXText | StringLiteral): void {
  if (/&[\w#]+;/.test(node.value)) throw refusalOf(module, node, 'a character reference');
}

function sourceOf({ source }: Module, { start, end }: Node): string {
  return source.slice(start, end);
}

function refusalOf({ source, path }: Module, { start }: Node, what: string): Error {
  const line = source.slice(0, start).split('\n').length;
  return new Error(`${path}:${line}: ${what} is not compiled; write it another way`);
}
