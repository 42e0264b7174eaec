import fc from 'fast-check';
import type { DeclaredRoute } from '../../../src/platform/http/app-types.ts';
import { multipartBody } from './files.ts';
import type { Vocabulary } from './vocabulary.ts';

type Schema = {
  type?: string;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  examples?: unknown[];
} & Record<'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'maxItems', number | undefined> & {
    pattern?: string;
    format?: string;
  };

export type Case = {
  params: Record<string, string>;
  query: [string, string][];
  body: unknown;
  /** Requested by a browser, or by a script. */
  accept: 'text/html' | 'application/json';
};

/** Requests that fit the schemas of a route; about every third has something wrong. */
export function casesOf(
  { url, route }: DeclaredRoute,
  words: Vocabulary,
  cursors: string[],
): fc.Arbitrary<Case> {
  const schema = (route.schema ?? {}) as { body?: Schema; params?: Schema; querystring?: Schema };
  const know = (name: string) =>
    /^(cursor|comments|replies)$/.test(name) ? [cursorNear(cursors)] : words(url, name);
  const names = [...url.matchAll(/:(\w+)|(\*)/g)].map(([, name, star]) => name ?? star ?? '');
  const params = Object.fromEntries(
    names.map((name) => [
      name,
      near(schema.params?.properties?.[name] ?? ({ type: 'string' } as Schema), know(name)).map(
        toText,
      ),
    ]),
  );
  const querySchema = (route.config?.query as Schema | undefined) ?? schema.querystring;
  return fc.record({
    params: fc.record(params),
    query: queryOf(querySchema, know),
    body: bodyOf(route.config?.multipart, schema.body, know),
    accept: fc.constantFrom('text/html' as const, 'application/json' as const),
  });
}

type Know = (name: string) => unknown[];

function bodyOf(takesFile: boolean | undefined, schema: Schema | undefined, know: Know) {
  if (takesFile) return multipartBody;
  return schema ? shapeOf(schema, know) : fc.constant(undefined);
}

function queryOf(schema: Schema | undefined, know: Know): fc.Arbitrary<[string, string][]> {
  const pairs = Object.entries(schema?.properties ?? {}).map(([name, one]) =>
    fc.tuple(fc.constant(name), near(one, know(name)).map(toText)),
  );
  const known = pairs.length > 0 ? fc.array(fc.oneof(...pairs), { maxLength: 3 }) : fc.constant([]);
  const strange = fc.tuple(
    fc.constantFrom('__proto__', 'constructor[prototype][x]', 'limit[]', 'x', ''),
    fc.constantFrom('1', ''),
  );
  // Mostly without repeated parameters: those are always refused.
  const once = known.map((list) => [...new Map(list)]);
  return rarely(
    once,
    fc.tuple(known, strange).map(([list, one]) => [...list, one]),
  ) as fc.Arbitrary<[string, string][]>;
}

/** Mostly a valid value, sometimes a hostile one. */
function near(schema: Schema, known: unknown[]): fc.Arbitrary<unknown> {
  return rarely(fitting(schema, known), HOSTILE);
}

function rarely(usual: fc.Arbitrary<unknown>, rare: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 11, arbitrary: usual }, { weight: 1, arbitrary: rare });
}

function fitting(schema: Schema, known: unknown[]): fc.Arbitrary<unknown> {
  const free = fresh(schema);
  if (known.length === 0) return free;
  const knownOnes = known.map((one) => (isArbitrary(one) ? one : fc.constant(one)));
  return fc.oneof({ weight: 3, arbitrary: fc.oneof(...knownOnes) }, { weight: 1, arbitrary: free });
}

function isArbitrary(value: unknown): value is fc.Arbitrary<unknown> {
  return value instanceof Object && 'generate' in value;
}

function fresh(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fresh));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return integer(schema);
    case 'array':
      return fc.uniqueArray(fresh(schema.items ?? ({} as Schema)), {
        minLength: 1,
        maxLength: Math.min(schema.maxItems ?? 5, 12),
      });
    case 'object':
      return shapeOf(schema, () => []);
    default:
      return text(schema);
  }
}

function integer({
  minimum = -1e6,
  maximum = Number.MAX_SAFE_INTEGER,
}: Schema): fc.Arbitrary<number> {
  const edges = [minimum, minimum + 1, maximum - 1, maximum, 2 ** 31 - 1, 2 ** 31, 2 ** 32];
  return fc.oneof(
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 300) }),
    fc.constantFrom(...edges.filter((one) => one >= minimum && one <= maximum)),
    fc.integer({ min: minimum, max: maximum }),
  );
}

/** Letters of many scripts, joiners and direction marks, lone surrogates, and characters of SQL, HTML and shells. */
const UNIT = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.constantFrom(
    ...'灯火aB1 @%_\\\'"<>&;\n\t\r',
    '\u202e',
    '\u200d',
    '\ufeff',
    '\u0301',
    '\u2028',
  ),
  fc.constantFrom('\ud800', '\udc00', '😀', 'İ', 'ß', 'ﷺ', '\u0085'),
);

function text({ minLength = 0, maxLength = 200, pattern, format, examples }: Schema) {
  if (format === 'date-time' || format === 'date') return dateOrTime(format);
  const short = fc
    .string({ unit: UNIT, minLength, maxLength: Math.min(maxLength, minLength + 40) })
    .map((one) => one.slice(0, maxLength));
  const full = fc
    .constantFrom('灯', 'a', '😀')
    .map((one) => one.repeat(maxLength).slice(0, maxLength));
  const given = (examples ?? []).map((one) => fc.constant(String(one)));
  // Also strings that match the pattern.
  const matching = pattern ? [fc.stringMatching(printable(pattern))] : [];
  return fc.oneof({ weight: 4, arbitrary: short }, full, ...given, ...matching);
}

/** Without the lookahead, which fast-check cannot generate. */
function printable(pattern: string): RegExp {
  return new RegExp(pattern.replace('(?=.*\\S)', ''));
}

const DAYS = ['0000-01-01', '0001-01-01', '1000-01-01', '1969-12-31', '2024-02-29', '9999-12-31'];

function dateOrTime(format: string): fc.Arbitrary<string> {
  const days = fc.oneof(
    fc.constantFrom(...DAYS),
    fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
      .map((one) => one.toISOString().slice(0, 10)),
  );
  if (format === 'date') return days;
  const hours = fc.constantFrom(
    'T00:00:00Z',
    'T23:59:59.999Z',
    'T23:59:60Z',
    'T12:00:00+14:00',
    't00:00:00-23:59',
  );
  return fc.tuple(days, hours).map((parts) => parts.join(''));
}

/** Cursors of this list, with one part replaced. */
function cursorNear(given: string[]): fc.Arbitrary<string> {
  const keys = given.map((one) => JSON.parse(Buffer.from(one, 'base64url').toString()) as unknown);
  const known = keys.length > 0 ? keys : [['2026-01-01T00:00:00.000Z', 1], [1], 1];
  return fc
    .tuple(fc.constantFrom(...known), fc.nat({ max: 5 }), PART)
    .map(([key, at, part]) => {
      if (!Array.isArray(key)) return at === 0 ? part : key;
      return key.map((one, index) => (index === at ? part : one));
    })
    .map((key) =>
      Buffer.from(JSON.stringify(key) ?? 'null')
        .toString('base64url')
        .slice(0, 512),
    );
}

const PART = fc.oneof(
  fc.constantFrom(...DAYS.map((day) => `${day}T00:00:00.000Z`), '-000001-01-01T00:00:00.000Z'),
  fc.constantFrom(0, 1, -1, 1.5, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e300, null, '', 'x', '\ud800'),
);

function shapeOf(schema: Schema, know: Know): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => shapeOf(one, know)));
  if (schema.type !== 'object') return fresh(schema);
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, one]) => [name, near(one, know(name))] as const,
  );
  const whole = fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
  const strange = fc.tuple(whole, fc.constantFrom(...STRANGE_FIELDS)).map(([one, more]) => ({
    ...one,
    ...more,
  }));
  return rarely(whole, fc.oneof(strange, HOSTILE));
}

const STRANGE_FIELDS = [
  JSON.parse('{"__proto__":{"polluted":1}}') as object,
  { constructor: { prototype: { polluted: 1 } } },
  { role: 'owner', uid: 1, energy: 1e9 },
  { surprise: [] },
];

/** Edge cases of every type. */
const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    -1e308,
    '',
    ' ',
    '\u0000',
  ),
  fc.constantFrom<unknown>([], [null], ['a', 'b'], {}, { a: 1 }, { length: 1 }, { toString: 1 }),
  fc.constantFrom('__proto__', 'constructor', 'Infinity', '1e3', '0x10', '٣', '１', '-0', '\ud800'),
  fc.constantFrom('x'.repeat(300_000), '[['.repeat(300), '%', '%00', '..%2f', '<script>x</script>'),
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: UNIT, maxLength: 30 }),
);

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
