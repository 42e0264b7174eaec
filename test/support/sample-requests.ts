import type { RouteOptions } from 'fastify';

type Schema = Record<string, unknown>;

/** A URL of the route with parameters that fit its schema. */
export function sampleUrl(route: RouteOptions): string {
  const params = properties((route.schema as Schema | undefined)?.['params']);
  return route.url.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(sampleOf(params[name]))),
  );
}

/** A body that fits, so that only what a test changes about it can be what is refused. */
export function sampleBody(route: RouteOptions): Record<string, unknown> | undefined {
  const schema = bodySchema(route);
  if (!schema) return undefined;
  const required = (schema['required'] ?? []) as string[];
  return Object.fromEntries(required.map((name) => [name, sampleOf(properties(schema)[name])]));
}

/** The same body with one thing wrong each time. */
export function wrongBodies(route: RouteOptions): { what: string; body: unknown }[] {
  const schema = bodySchema(route);
  if (!schema) return [];
  const good = sampleBody(route) ?? {};
  const wrong: { what: string; body: unknown }[] = [
    { what: 'an array', body: [good] },
    { what: 'a string', body: 'text' },
    { what: 'a number', body: 1 },
    { what: 'an unknown field', body: { ...good, surprise: 1 } },
    { what: 'a role', body: { ...good, role: 'owner' } },
  ];
  for (const [name, property] of Object.entries(properties(schema))) {
    for (const value of WRONG_VALUES.filter((one) => !fits(property, one))) {
      wrong.push({ what: `${name} = ${JSON.stringify(value)}`, body: { ...good, [name]: value } });
    }
  }
  for (const name of (schema['required'] ?? []) as string[]) {
    const { [name]: _, ...rest } = good;
    wrong.push({ what: `no ${name}`, body: rest });
  }
  return wrong;
}

export function wrongQueries(route: RouteOptions): string[] {
  const query = properties((route.schema as Schema | undefined)?.['querystring']);
  const wrong = ['surprise=1', '__proto__=1', 'constructor=1'];
  for (const [name, property] of Object.entries(query)) {
    if ((property as Schema)['type'] !== 'integer') continue;
    for (const value of ['', '0x1', '1e3', '1.5', '-1', 'NaN', ' 1', '99999999999999999', 'true']) {
      wrong.push(`${name}=${encodeURIComponent(value)}`);
    }
    wrong.push(`${name}=1&${name}=2`, `${name}[]=1`, `${name}[a]=1`);
  }
  return wrong;
}

const WRONG_VALUES = [
  null,
  true,
  1,
  -1,
  1.5,
  'x\u0000',
  '',
  'x'.repeat(5000),
  [],
  ['x'],
  {},
  { a: 1 },
];

function fits(schema: unknown, value: unknown): boolean {
  const { type, anyOf, items, enum: choices, minLength, maxLength, pattern } = schema as Schema;
  if (Array.isArray(anyOf)) return anyOf.some((one) => fits(one, value));
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value) && value.every((one) => fits(items, one));
  if (Array.isArray(choices)) return choices.includes(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'boolean') return typeof value === 'boolean';
  if (type !== 'string' || typeof value !== 'string') return false;
  if (typeof minLength === 'number' && value.length < minLength) return false;
  if (typeof maxLength === 'number' && value.length > maxLength) return false;
  return typeof pattern !== 'string' || new RegExp(pattern).test(value);
}

function bodySchema(route: RouteOptions): Schema | undefined {
  const body = (route.schema as Schema | undefined)?.['body'] as Schema | undefined;
  const options = body?.['anyOf'] as Schema[] | undefined;
  return options ? options.find((one) => one['type'] === 'object') : body;
}

function properties(schema: unknown): Record<string, unknown> {
  return ((schema as Schema | undefined)?.['properties'] ?? {}) as Record<string, unknown>;
}

function sampleOf(schema: unknown): unknown {
  const { type, examples, enum: choices, minLength, pattern, minimum } = (schema ?? {}) as Schema;
  if (Array.isArray(examples)) return examples[0];
  if (Array.isArray(choices)) return choices[0];
  if (type === 'integer') return minimum ?? 1;
  if (type === 'boolean') return true;
  if (pattern === '^[A-Za-z0-9_-]{22}$') return 'A'.repeat(22);
  return 'sample text for it'.padEnd(Number(minLength ?? 0), '.');
}
