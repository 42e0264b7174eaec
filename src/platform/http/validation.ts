import type { FastifySchemaCompiler } from 'fastify';
import { type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { lazy } from '../cache/lazy.ts';
import { readText } from '../canonical-text.ts';

/** D4: identifiers are positive integers that JSON numbers hold exactly. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** An object that takes these properties and no others: every request body and query is one. */
export function Closed<P extends TProperties>(properties: P, options: object = {}): TObject<P> {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** For a call that needs no body and takes an empty one. */
export const NoBody = Type.Union([Closed({}), Type.Null()]);

/**
 * Bodies are checked as they come: `"true"` is not `true`. Paths and queries are text and are read first. The shapes of
 * all routes, made into code, would be a fifth of a start; the first who asks a route waits a millisecond or two instead.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const compiled = lazy(() => Compile(schema));
  return (input) => {
    const validator = compiled();
    const value = httpPart === 'body' ? input : readText(schema, input);
    if (!validator.Check(value)) return { error: explain(schema, validator, value) as never };
    return hasNul(value) ? { error: NUL as never } : { value: replaceLoneSurrogates(value) };
  };
};

type FieldFault = { instancePath: string; message: string };

/** So many fields that nobody knows are named one by one. */
const UNKNOWN_FIELDS_MAX = 10;

/** Says what is wrong without looking at each of many fields or items: naming them costs more than refusing them. */
function explain(
  schema: TSchema,
  validator: Pick<ReturnType<typeof Compile>, 'Errors'>,
  value: unknown,
): FieldFault[] {
  if (hasManyUnknownFields(schema, value))
    return [{ instancePath: '', message: 'has too many fields' }];
  return longListsIn(value) ?? (validator.Errors(value) as unknown as FieldFault[]);
}

function hasManyUnknownFields(schema: TSchema, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const known = objectOf(schema)?.properties ?? {};
  return Object.keys(value).length > Object.keys(known).length + UNKNOWN_FIELDS_MAX;
}

type ObjectSchema = TSchema & { properties: Record<string, TSchema>; required?: string[] };

/** The object that a request may send, where it may also send none. */
export function objectOf(schema: TSchema): ObjectSchema | undefined {
  if ('properties' in schema) return schema as ObjectSchema;
  const { anyOf } = schema as { anyOf?: TSchema[] };
  return anyOf?.find((one): one is ObjectSchema => 'properties' in one);
}

/** No list that a request may hold is longer. */
const ITEMS_MAX = 1000;

/**
 * Naming all faults of a list takes the square of its length where its items must differ: a minute for what fits
 * in a body. That it is too long is then all that is said.
 */
function longListsIn(value: unknown): FieldFault[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const long = Object.entries(value).filter(
    ([, one]) => Array.isArray(one) && one.length > ITEMS_MAX,
  );
  if (long.length === 0) return undefined;
  return long.map(([name]) => ({ instancePath: `/${name}`, message: 'has too many items' }));
}

/** PostgreSQL keeps no NUL in a text: said here, once, for every field there is. */
const NUL = [{ instancePath: '', message: 'holds a NUL character' }];

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasNul);
}

/** Half of a letter, cut by a program that counts in units, would be kept by some columns and break others. */
function replaceLoneSurrogates(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(replaceLoneSurrogates);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, replaceLoneSurrogates(one)]),
  );
}
