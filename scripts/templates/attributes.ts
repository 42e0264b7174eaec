import type { Expression, JSXAttribute } from 'oxc-parser';

export function nameOf({ name }: JSXAttribute): string {
  return name.type === 'JSXIdentifier' ? name.name : `${name.namespace.name}:${name.name.name}`;
}

/** Attributes without HTML: event handlers, key and ref. */
export function isOmitted(one: JSXAttribute): boolean {
  return /^(key|ref|on[A-Z].*)$/.test(nameOf(one));
}

/** The value of a literal attribute. */
export function literalOf({
  value,
}: JSXAttribute): { value: string | number | boolean } | undefined {
  if (value === null) return { value: true };
  const expression = value.type === 'JSXExpressionContainer' ? value.expression : value;
  if (expression.type === 'UnaryExpression' && expression.operator === '-') {
    const { argument } = expression;
    const isNumber = argument.type === 'Literal' && typeof argument.value === 'number';
    return isNumber ? { value: -argument.value } : undefined;
  }
  if (expression.type !== 'Literal') return undefined;
  const { value: literal } = expression;
  const isPlain = ['string', 'number', 'boolean'].includes(typeof literal);
  return isPlain ? { value: literal as string | number | boolean } : undefined;
}

/** The expression in `dangerouslySetInnerHTML={{ __html: … }}`. */
export function innerHtmlOf(one: JSXAttribute): Expression | undefined {
  if (nameOf(one) !== 'dangerouslySetInnerHTML') return undefined;
  if (one.value?.type !== 'JSXExpressionContainer') return undefined;
  const { expression } = one.value;
  if (expression.type !== 'ObjectExpression' || expression.properties.length !== 1)
    return undefined;
  const [property] = expression.properties;
  return property?.type === 'Property' ? property.value : undefined;
}
