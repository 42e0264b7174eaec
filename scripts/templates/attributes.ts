import type { Expression, JSXAttribute } from 'oxc-parser';

export function nameOf({ name }: JSXAttribute): string {
  return name.type === 'JSXIdentifier' ? name.name : `${name.namespace.name}:${name.name.name}`;
}

/** What is for the browser only, or for the renderer itself. */
export function isUndrawn(one: JSXAttribute): boolean {
  return /^(key|ref|on[A-Z].*)$/.test(nameOf(one));
}

/** A value that stands in the source. */
export function literalOf({
  value,
}: JSXAttribute): { value: string | number | boolean } | undefined {
  if (value === null) return { value: true };
  const written = value.type === 'JSXExpressionContainer' ? value.expression : value;
  if (written.type === 'UnaryExpression' && written.operator === '-') {
    const { argument } = written;
    const isNumber = argument.type === 'Literal' && typeof argument.value === 'number';
    return isNumber ? { value: -argument.value } : undefined;
  }
  if (written.type !== 'Literal') return undefined;
  const { value: literal } = written;
  const isPlain = ['string', 'number', 'boolean'].includes(typeof literal);
  return isPlain ? { value: literal as string | number | boolean } : undefined;
}

/** Of `dangerouslySetInnerHTML={{ __html: … }}` the expression. */
export function innerHtmlOf(one: JSXAttribute): Expression | undefined {
  if (nameOf(one) !== 'dangerouslySetInnerHTML') return undefined;
  if (one.value?.type !== 'JSXExpressionContainer') return undefined;
  const { expression } = one.value;
  if (expression.type !== 'ObjectExpression' || expression.properties.length !== 1)
    return undefined;
  const [property] = expression.properties;
  return property?.type === 'Property' ? property.value : undefined;
}
