import type {
  JSXAttribute,
  JSXAttributeItem,
  JSXChild,
  JSXElement,
  JSXText,
  Node,
  StringLiteral,
} from 'oxc-parser';
import { innerHtmlOf, isOmitted, literalOf, nameOf } from './attributes.ts';
import { escapeText, htmlAttributeOf, renderAttribute, tagsOf } from './markup.ts';
import { contentOf, findOutermostJsx, isJsx, type JsxNode, literalTextOf, tagOf } from './nodes.ts';

export type Module = {
  source: string;
  path: string;
  /** The static strings of each template, in the order of their names `_t0`, `_t1` … */
  templates: string[][];
};

/** A part of a template: static HTML, or the code of a dynamic expression. */
type Part = { html: string } | { code: string };

/** Not compiled, because the renderer treats them by context: form selections, SVG. */
const NOT_COMPILED =
  /^(textarea|select|option|optgroup|g|path|circle|ellipse|line|polyline|polygon|rect|text|tspan|defs|use|symbol|mask|clipPath|foreignObject|stop|\w+Gradient)$/;

export function compileElement(module: Module, element: JsxNode): string {
  if (element.type === 'JSXElement' && !isCompilable(element)) return compileCall(module, element);
  const strings = [''];
  const expressions: string[] = [];
  for (const part of partsOf(module, element)) {
    if ('html' in part) strings.push(`${strings.pop()}${part.html}`);
    else {
      expressions.push(part.code);
      strings.push('');
    }
  }
  const name = `_t${module.templates.push(strings) - 1}`;
  return `_template(${[name, ...expressions].join(', ')})`;
}

/** Whether the element can be rendered without knowing its context. */
function isCompilable(element: JSXElement): boolean {
  const { name, attributes } = element.openingElement;
  const tag = tagOf(name);
  if (!tag || NOT_COMPILED.test(tag) || (tag === 'svg' && contentOf(element).length > 0))
    return false;
  return attributes.every((one) => {
    if (one.type === 'JSXSpreadAttribute') return false;
    return (
      isOmitted(one) || innerHtmlOf(one) || literalOf(one) || htmlAttributeOf(tag, nameOf(one))
    );
  });
}

function partsOf(module: Module, element: JsxNode): Part[] {
  const content = () => contentOf(element).flatMap((one) => partsOfChild(module, one));
  if (element.type === 'JSXFragment') return content();
  if (!isCompilable(element)) return [{ code: compileCall(module, element) }];
  const { name, attributes } = element.openingElement;
  const tag = tagOf(name) ?? '';
  const { open, close } = tagsOf(tag);
  const own = attributes
    .filter((one) => one.type === 'JSXAttribute')
    .filter((one) => !isOmitted(one));
  const inner = own.map(innerHtmlOf).find(Boolean);
  const rendered = own
    .filter((one) => !innerHtmlOf(one))
    .map((one) => partOfAttribute(module, tag, one));
  const start = [{ html: open }, ...rendered];
  if (close === '/>') return [...start, { html: close }];
  const inside = inner
    ? [{ code: `_render.html(${compileExpression(module, inner)})` }]
    : content();
  return [...start, { html: '>' }, ...inside, { html: close.slice(1) }];
}

function partOfAttribute(module: Module, tag: string, one: JSXAttribute): Part {
  const literal = literalIn(module, one);
  if (literal) return { html: renderAttribute(tag, nameOf(one), literal.value) };
  const named = htmlAttributeOf(tag, nameOf(one));
  const helper = named?.isWord ? 'wordAttribute' : 'attribute';
  return {
    code: `_render.${helper}(${JSON.stringify(named?.name)}, ${compileValue(module, one)})`,
  };
}

function partsOfChild(module: Module, one: JSXChild): Part[] {
  const text = literalTextIn(module, one);
  if (text !== undefined) return [{ html: escapeText(text) }];
  if (isJsx(one)) return partsOf(module, one);
  return [{ code: `_render.child(${compileChild(module, one)})` }];
}

/** The usual JSX call, but with compiled children. */
function compileCall(module: Module, element: JSXElement): string {
  const { name, attributes } = element.openingElement;
  const tag = tagOf(name);
  const key = attributes.find((one) => one.type === 'JSXAttribute' && nameOf(one) === 'key');
  const properties = attributes
    .filter((one) => one !== key)
    .map((one) => compileProperty(module, one));
  const content = contentOf(element).map((one) => compileChild(module, one));
  const children = content.length > 1 ? `[${content.join(', ')}]` : content[0];
  if (children !== undefined) properties.push(`children: ${children}`);
  const type = tag ? JSON.stringify(tag) : sourceOf(module, name);
  const more = key?.type === 'JSXAttribute' ? [compileValue(module, key)] : [];
  return `_jsx(${[type, `{ ${properties.join(', ')} }`, ...more].join(', ')})`;
}

function compileProperty(module: Module, one: JSXAttributeItem): string {
  if (one.type === 'JSXSpreadAttribute') return `...${compileExpression(module, one.argument)}`;
  return `${JSON.stringify(nameOf(one))}: ${compileValue(module, one)}`;
}

function compileValue(module: Module, one: JSXAttribute): string {
  const literal = literalIn(module, one);
  if (literal) return JSON.stringify(literal.value);
  const { value } = one;
  if (!value) return 'true';
  return compileExpression(
    module,
    value.type === 'JSXExpressionContainer' ? value.expression : value,
  );
}

function compileChild(module: Module, one: JSXChild): string {
  const text = literalTextIn(module, one);
  if (text !== undefined) return JSON.stringify(text);
  if (one.type === 'JSXSpreadChild') throw notCompiled(module, one, 'a spread child');
  return compileExpression(module, one.type === 'JSXExpressionContainer' ? one.expression : one);
}

/** The source of an expression, with the JSX in it compiled. */
function compileExpression(module: Module, node: Node): string {
  let code = '';
  let from = node.start;
  for (const element of findOutermostJsx(node)) {
    code += module.source.slice(from, element.start) + compileElement(module, element);
    from = element.end;
  }
  return code + module.source.slice(from, node.end);
}

function literalTextIn(module: Module, one: JSXChild): string | undefined {
  if (one.type === 'JSXText') assertNoCharacterReference(module, one);
  return literalTextOf(one);
}

function literalIn(module: Module, one: JSXAttribute): ReturnType<typeof literalOf> {
  if (one.value?.type === 'Literal') assertNoCharacterReference(module, one.value);
  return literalOf(one);
}

/** Only JSX text and attribute literals decode `&amp;`; strings in expressions do not. */
function assertNoCharacterReference(module: Module, node: JSXText | StringLiteral): void {
  if (/&[\w#]+;/.test(node.value)) throw notCompiled(module, node, 'a character reference');
}

function sourceOf({ source }: Module, { start, end }: Node): string {
  return source.slice(start, end);
}

function notCompiled({ source, path }: Module, { start }: Node, what: string): Error {
  const line = source.slice(0, start).split('\n').length;
  return new Error(`${path}:${line}: ${what} is not supported by the template compiler`);
}
