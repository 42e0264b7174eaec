import type { DeclaredRoute } from '../../../src/platform/http/app-types.ts';
import { UPLOAD_BYTES_MAX } from '../../../src/platform/images/limits.ts';
import { sampleBody } from '../../support/sample-requests.ts';
import { MULTIPART } from './files.ts';

/** What can be sent besides the address and who sends it. */
export type Expensive = {
  what: string;
  query?: string;
  headers?: Record<string, string>;
  body?: Buffer;
};

type Schema = {
  type?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  maxLength?: number;
  pattern?: string;
  format?: string;
  enum?: unknown[];
};

/** What Node takes of headers, less what every request has. */
const HEADER_ROOM = 14_000;

/** Texts that cost more than their length, each repeated until the room is full. */
const TEXTS: Record<string, string> = {
  'thousands of paragraphs': '<p>x</p>',
  'reopened formatting': '<b a><i><u b><p>',
  'mentions and links': '@a https://b.c/uploads/post/d ',
  'combined letters': 'e\u0301\u200d😀',
};
const CODE = `<pre><code class="language-typescript">${'const a = (b) =&gt; { return `x` + 1 }\n'.repeat(1200)}</code></pre>`;

/** The expensive requests of one route, within what its limits let in. */
export function expensiveRequests(declared: DeclaredRoute, bodyLimit: number): Expensive[] {
  const { method, route } = declared;
  if (method === 'GET') return [...headerShapes(), ...queryShapes(declared)];
  const limit = route.bodyLimit ?? bodyLimit;
  const bodies = route.config?.multipart
    ? multipartBodies()
    : declared.url.startsWith('/api/')
      ? jsonBodies(declared, limit)
      : formBodies(declared, limit);
  const [first] = bodies;
  return [
    ...bodies,
    ...headerShapes().map((shape) => ({
      ...first,
      ...shape,
      headers: { ...first?.headers, ...shape.headers },
    })),
  ];
}

function headerShapes(): Expensive[] {
  const many = Math.floor(HEADER_ROOM / 10);
  return [
    { what: 'nothing else' },
    { what: 'many cookies', headers: { cookie: filled('a=%41; ', HEADER_ROOM) } },
    { what: 'many languages', headers: { 'accept-language': filled('a;q=0.1,', HEADER_ROOM) } },
    {
      what: 'many headers',
      headers: Object.fromEntries(Array.from({ length: many }, (_, at) => [`x${at}`, 'a'])),
    },
    {
      what: 'many forwarded addresses',
      headers: { 'x-forwarded-for': filled('1.2.3.4,', HEADER_ROOM) },
    },
  ];
}

function queryShapes({ route }: DeclaredRoute): Expensive[] {
  const schema = (route.schema as { querystring?: Schema } | undefined)?.querystring;
  const known = Object.keys(((route.config?.query as Schema) ?? schema)?.properties ?? {});
  return [
    { what: 'many parameters', query: numbered(HEADER_ROOM, (n) => `${n}&`) },
    { what: 'one parameter many times', query: filled(`${known[0] ?? 'a'}=1&`, HEADER_ROOM) },
    ...known.map((name) => ({
      what: `long ${name}`,
      query: `${name}=${filled('%41', HEADER_ROOM)}`,
    })),
  ];
}

const json = (what: string, text: string): Expensive => ({
  what,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(text),
});

function jsonBodies(declared: DeclaredRoute, limit: number): Expensive[] {
  const good = sampleBody(declared.route) ?? {};
  const room = limit - 1000;
  const lists = Object.entries(propertiesOf(declared)).filter(([, one]) => one.type === 'array');
  return [
    json('many keys', `{${numbered(room, (n) => `"${n}":1,`)}"a":1}`),
    json('many keys with objects', `{${numbered(room, (n) => `"${n}":{},`)}"a":1}`),
    json('one long key', JSON.stringify({ ...good, ['k'.repeat(room)]: 1 })),
    json('deep arrays', '['.repeat(room / 2) + ']'.repeat(room / 2)),
    json('deep objects', `${'{"a":'.repeat(room / 6)}1${'}'.repeat(room / 6)}`),
    json('many values', `[${'1,'.repeat(room / 2 - 2)}1]`),
    json(
      'many escapes',
      JSON.stringify({ ...good, a: '' }).replace('""', `"${'\\u0041'.repeat(room / 6 - 100)}"`),
    ),
    ...lists.flatMap(([name]) =>
      [
        numbered(room / 2, (n) => `${Number.parseInt(n, 36) + 1},`),
        '1,'.repeat(room / 2),
        '"a",'.repeat(room / 4),
        '[],'.repeat(room / 3),
      ].map((items, at) =>
        json(
          `long list ${name} ${at}`,
          `{"${name}":[${items.slice(0, -1)}],${JSON.stringify(without(good, name)).slice(1)}`.replace(
            ',}',
            '}',
          ),
        ),
      ),
    ),
    ...lists.map(([name]) =>
      json(
        `full list ${name}`,
        JSON.stringify({ ...good, [name]: Array.from({ length: 1000 }, () => 'a') }),
      ),
    ),
    ...textBodies(declared, room).map(([what, fields]) => json(what, JSON.stringify(fields))),
  ];
}

function formBodies(declared: DeclaredRoute, limit: number): Expensive[] {
  const room = limit - 1000;
  const form = (what: string, text: string): Expensive => ({
    what,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    body: Buffer.from(text.slice(0, room)),
  });
  return [
    form(
      'many fields',
      numbered(room, (n) => `${n}&`),
    ),
    form('one field many times', 'a&'.repeat(room / 2)),
    form(
      'encoded fields',
      numbered(room, (n) => `%61${n}=%41&`),
    ),
    form('nested names', 'a[b]=1&'.repeat(room / 7)),
    form('long next', `next=${'/'.repeat(room - 5)}`),
    ...textBodies(declared, room).map(([what, fields]) =>
      form(what, new URLSearchParams(fields as Record<string, string>).toString()),
    ),
  ];
}

/** A sound body whose texts are as long as they may be, and one whose longest text is longer than that. */
function textBodies(declared: DeclaredRoute, room: number): [string, Record<string, unknown>][] {
  const good = sampleBody(declared.route) ?? {};
  const texts = Object.entries(propertiesOf(declared)).flatMap(([name, one]) => {
    const schema = one.anyOf?.find(({ type }) => type === 'string') ?? one;
    return schema.type === 'string' && !schema.enum && !schema.format ? [{ name, ...schema }] : [];
  });
  const [longest] = texts.toSorted((a, b) => (b.maxLength ?? 0) - (a.maxLength ?? 0));
  if (!longest) return [];
  const bodies = Object.entries({ ...TEXTS, code: CODE }).flatMap(
    ([what, unit]): [string, Record<string, unknown>][] => {
      const text =
        what === 'code' ? `${unit}${filled('<p>x</p>', room - unit.length)}` : filled(unit, room);
      const sound = texts.flatMap(({ name, maxLength = room, pattern }) => {
        const value = cut(text, Math.min(maxLength, name === longest.name ? room : room / 100));
        return !pattern || new RegExp(pattern).test(value) ? [[name, value]] : [];
      });
      return [[`${what}, sound`, { ...good, ...Object.fromEntries(sound) }]];
    },
  );
  const [[what = '', unit = ''] = []] = Object.entries(TEXTS);
  const tooLong = cut(filled(unit, room), room);
  return [...bodies, [`${what}, too long`, { ...good, [longest.name]: tooLong }]];
}

function propertiesOf({ route }: DeclaredRoute): Record<string, Schema> {
  const body = (route.schema as { body?: Schema } | undefined)?.body;
  return (body?.anyOf?.find(({ properties }) => properties) ?? body)?.properties ?? {};
}

function multipartBodies(): Expensive[] {
  const boundary = MULTIPART.split('boundary=')[1];
  const part = (headers: string, content: string) =>
    `--${boundary}\r\n${headers}\r\n\r\n${content}\r\n`;
  const file = 'content-disposition: form-data; name="file"; filename="x.png"';
  const of = (what: string, content: string | Buffer): Expensive => ({
    what,
    headers: { 'content-type': MULTIPART },
    body: Buffer.concat([Buffer.from(content), Buffer.from(`--${boundary}--\r\n`)]),
  });
  const room = UPLOAD_BYTES_MAX;
  return [
    of('many fields', filled(part('content-disposition: form-data; name="a"', ''), room)),
    of('many files', filled(part(file, ''), room)),
    of('nameless parts', filled(part('x: y', ''), room)),
    of('many part headers', part(`${file}\r\n${numbered(60_000, (n) => `x${n}: y\r\n`)}x: y`, '')),
    of('one long part header', part(`${file}; a="${'x'.repeat(room)}"`, '')),
    of('the largest file', part(file, 'x'.repeat(room - 1000))),
    of('almost boundaries', part(file, filled(`\r\n--${boundary?.slice(0, -1)}`, room - 1000))),
    of('line breaks', part(file, filled('\r\n', room - 1000))),
  ];
}

function without(fields: Record<string, unknown>, name: string): Record<string, unknown> {
  const { [name]: _, ...rest } = fields;
  return rest;
}

/** In UTF-8 and without half of a letter at the end. */
function cut(text: string, bytes: number): string {
  return new TextDecoder().decode(Buffer.from(text.slice(0, bytes)).subarray(0, bytes), {
    stream: true,
  });
}

function filled(unit: string, room: number): string {
  return unit.repeat(Math.max(0, Math.floor(room / Buffer.byteLength(unit))));
}

/** Different ones, until the room is full. */
function numbered(room: number, write: (n: string) => string): string {
  const parts: string[] = [];
  for (let at = 0, length = 0; ; at += 1) {
    const part = write(at.toString(36));
    length += part.length;
    if (length > room) return parts.join('');
    parts.push(part);
  }
}
