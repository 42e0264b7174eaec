/** The part of OpenAPI 3.1 that our own document uses. */
export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  examples?: unknown[];
  description?: string;
};

type Content = Record<string, { schema?: Schema }>;

type RawOperation = {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  security?: unknown[];
  parameters?: {
    name: string;
    in: string;
    required?: boolean;
    description?: string;
    schema?: Schema;
  }[];
  requestBody?: { content: Content };
  responses?: Record<string, { content?: Content }>;
};

export type ApiDocument = { paths?: Record<string, Record<string, RawOperation>> };

export type Operation = {
  id: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  /** Callable without a session. */
  open: boolean;
  parameters: (Field & { in: string })[];
  body: { media: string; schema: Schema; optional: boolean } | undefined;
  responses: { status: string; schema: Schema | undefined }[];
};

export type Field = {
  /** The path of the parent object, such as `user.` or `items[].`; empty at the top. */
  parent: string;
  name: string;
  schema: Schema;
  required: boolean;
};

/** Grouped by tag, both in the order in which the routes were registered. */
export function groupOperations(document: ApiDocument): { tag: string; operations: Operation[] }[] {
  const groups = new Map<string, Operation[]>();
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, raw] of Object.entries(methods)) {
      const operation = readOperation(method, path, raw);
      groups.set(operation.tag, [...(groups.get(operation.tag) ?? []), operation]);
    }
  }
  return [...groups].map(([tag, operations]) => ({ tag, operations }));
}

function readOperation(method: string, path: string, raw: RawOperation): Operation {
  return {
    id: raw.operationId ?? `${method}-${path}`,
    tag: raw.tags?.[0] ?? 'other',
    method: method.toUpperCase(),
    path,
    summary: raw.summary ?? '',
    description: raw.description ?? '',
    open: raw.security?.length === 0,
    parameters: (raw.parameters ?? []).map((one) => ({
      parent: '',
      name: one.name,
      in: one.in,
      required: one.required ?? false,
      schema: { ...one.schema, ...(one.description ? { description: one.description } : {}) },
    })),
    body: readBody(raw.requestBody?.content),
    responses: Object.entries(raw.responses ?? {})
      // The problem document is the same everywhere and described once.
      .filter(([status]) => status !== 'default')
      .map(([status, { content }]) => ({ status, schema: readContent(content)?.schema })),
  };
}

function readBody(content: Content | undefined): Operation['body'] {
  const body = readContent(content);
  return body && { ...body, optional: alternatives(body.schema).some(isNull) };
}

function readContent(content: Content | undefined): { media: string; schema: Schema } | undefined {
  const [media, { schema } = {}] = Object.entries(content ?? {})[0] ?? [];
  if (!media || !schema || isNull(schema)) return undefined;
  return { media, schema };
}

/** Every field of an object, those of nested objects right after the field that contains them. */
export function listFields(schema: Schema, parent = ''): Field[] {
  const object = findObject(schema);
  if (!object) return [];
  return Object.entries(object.properties ?? {}).flatMap(([name, property]) => [
    { parent, name, schema: property, required: object.required?.includes(name) ?? false },
    ...listFields(property, `${parent}${name}${findObject(property)?.within ?? ''}.`),
  ]);
}

/** The object schema of a value, of its non-null alternative, or of its items. */
function findObject(schema: Schema): (Schema & { within: string }) | undefined {
  for (const one of alternatives(schema)) {
    if (one.properties) return { ...one, within: '' };
    const inner = one.items && findObject(one.items);
    if (inner) return { ...inner, within: `[]${inner.within}` };
  }
  return undefined;
}

export function typeName(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeName))].join(' | ');
  if (schema.items) return `${typeName(schema.items)}[]`;
  const name = [schema.type ?? 'any'].flat().join(' | ');
  return schema.format ? `${name} (${schema.format})` : name;
}

export type Limit = { kind: 'length' | 'range' | 'items' | 'pattern' | 'default'; text: string };

export function listLimits(schema: Schema): Limit[] {
  const limits: [Limit['kind'], string | undefined][] = [
    ['length', rangeText(schema.minLength, schema.maxLength)],
    ['range', rangeText(schema.minimum, schema.maximum)],
    ['items', rangeText(schema.minItems, schema.maxItems)],
    ['pattern', schema.pattern],
    ['default', schema.default === undefined ? undefined : JSON.stringify(schema.default)],
  ];
  return limits.flatMap(([kind, text]) => (text === undefined ? [] : [{ kind, text }]));
}

function rangeText(low: number | undefined, high: number | undefined): string | undefined {
  // The largest safe integer is not a limit worth listing.
  const top = high === Number.MAX_SAFE_INTEGER ? undefined : high;
  if (low !== undefined && top !== undefined) return low === top ? `${low}` : `${low}–${top}`;
  if (low !== undefined) return `≥ ${low}`;
  return top === undefined ? undefined : `≤ ${top}`;
}

/** A valid example: the required fields, or all fields if none is required. */
export function sampleOf(schema: Schema, name = ''): unknown {
  const one = alternatives(schema).find((option) => !isNull(option)) ?? schema;
  if (one.examples) return one.examples[0];
  if (one.const !== undefined) return one.const;
  // A program requests bearer tokens, and then needs no CSRF token.
  if (name === 'transport') return 'bearer';
  if (one.default !== undefined) return one.default;
  if (one.enum) return one.enum[0];
  if (one.properties) return sampleObject(one.properties, one.required ?? []);
  if (one.items) return [sampleOf(one.items, name)];
  if (one.type === 'boolean') return true;
  if (one.type === 'integer' || one.type === 'number') return Math.max(1, one.minimum ?? 1);
  if (one.format === 'date-time') return '2026-01-31T08:00:00.000Z';
  if (name.endsWith('password')) return 'correct horse battery';
  return 'example'.padEnd(one.minLength ?? 0, '.').slice(0, one.maxLength);
}

function sampleObject(properties: Record<string, Schema>, required: string[]): object {
  const shown = Object.entries(properties).filter(
    ([name]) => required.length === 0 || required.includes(name) || name === 'transport',
  );
  return Object.fromEntries(shown.map(([name, property]) => [name, sampleOf(property, name)]));
}

/** How to get the TOKEN and CSRF of the examples. */
export function credentialsExample(baseUrl: string): string {
  const json = '-H "Content-Type: application/json"';
  const login =
    '{"email":"reader@example.org","password":"correct horse battery","transport":"bearer"}';
  return [
    `TOKEN=$(curl -s "${baseUrl}/api/auth/login" ${json} \\\n  -d '${login}' \\\n  | jq -r .access_token)`,
    `CSRF=$(curl -s -c cookies.txt "${baseUrl}/api/auth/csrf" | jq -r .csrf_token)`,
  ].join('\n');
}

/** A command for a shell in which TOKEN or CSRF and the path parameters are set. */
export function curlExample(baseUrl: string, operation: Operation): string {
  const { method, path, body, open } = operation;
  const url = `${baseUrl}${path.replaceAll(/\{(\w+)\}/g, (_, name) => `$${name.toUpperCase()}`)}`;
  const sample = body && sampleOf(body.schema);
  const requestsBearer = typeof sample === 'object' && sample !== null && 'transport' in sample;
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} "${url}"`];
  if (!open) lines.push('-H "Authorization: Bearer $TOKEN"');
  else if (method !== 'GET' && !requestsBearer)
    lines.push('-b cookies.txt -H "X-CSRF-Token: $CSRF"');
  if (body && (!body.optional || requestsBearer)) lines.push(...bodyLines(body.media, sample));
  return lines.join(' \\\n  ');
}

function bodyLines(media: string, sample: unknown): string[] {
  if (media === 'multipart/form-data') return ['-F "file=@picture.png"'];
  if (media !== 'application/json') return [`-H "Content-Type: ${media}"`];
  return ['-H "Content-Type: application/json"', `-d '${JSON.stringify(sample)}'`];
}

function alternatives(schema: Schema): Schema[] {
  return schema.anyOf ?? [schema];
}

function isNull(schema: Schema): boolean {
  return schema.type === 'null';
}
