import type { FastifySchemaCompiler } from 'fastify';
import { type TObject, type TProperties, type TSchema, type TSchemaOptions, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { lazy } from '../cache/lazy.ts';
import { readText } from '../canonical-text.ts';

/** D4: identifiers are positive integers that JSON numbers represent exactly. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const DateTime = Type.String({ format: 'date-time' });

/** An object without additional properties: every request body and query is one. */
export function Closed<P extends TProperties>(properties: P, options: object = {}): TObject<P> {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** The parameters of an address with the number of one thing, or of a member. */
export const IdParams = Closed({ id: Id });
export const UidParams = Closed({ uid: Id });

/** An object that the documentation and the client know by its name. */
export function Named<P extends TProperties>(
  title: string,
  properties: P,
  options: object = {},
): TObject<P> {
  return Type.Object(properties, { title, ...options });
}

export function Nullable<T extends TSchema>(schema: T, options: TSchemaOptions = {}) {
  return Type.Union([schema, Type.Null()], options);
}

/** For a request whose body is absent or empty. */
export const NoBody = Nullable(Closed({}));

/** The `response` of a route that responds with its status only. */
export const NoContent = { 204: Type.Null() };

/**
 * Bodies are validated without coercion: `"true"` is not `true`. Path parameters and queries are text and are converted
 * first. Schemas compile with the first request: compiling all would take a fifth of the startup.
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

/** Unknown fields are listed up to this number. */
const UNKNOWN_FIELDS_MAX = 10;

/** Reports errors, but does not list each of very many fields or items: that costs more than the refusal. */
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

/** The object schema of a body, which may be optional. */
export function objectOf(schema: TSchema): ObjectSchema | undefined {
  if ('properties' in schema) return schema as ObjectSchema;
  const { anyOf } = schema as { anyOf?: TSchema[] };
  return anyOf?.find((one): one is ObjectSchema => 'properties' in one);
}

/** No valid list is longer. */
const ITEMS_MAX = 1000;

/**
 * Listing all errors of a list takes quadratic time if its items must be unique: a minute for one that fits in a body.
 * For a list that is too long, report only that.
 */
function longListsIn(value: unknown): FieldFault[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const long = Object.entries(value).filter(
    ([, one]) => Array.isArray(one) && one.length > ITEMS_MAX,
  );
  if (long.length === 0) return undefined;
  return long.map(([name]) => ({ instancePath: `/${name}`, message: 'has too many items' }));
}

/** PostgreSQL rejects NUL in texts. Checked here once for all fields. */
const NUL = [{ instancePath: '', message: 'contains a NUL character' }];

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasNul);
}

/** Some columns would store lone surrogates, others reject them. */
function replaceLoneSurrogates(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(replaceLoneSurrogates);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, replaceLoneSurrogates(one)]),
  );
}
