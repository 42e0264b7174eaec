import type { TSchema } from 'typebox';

const INTEGER = /^(0|-?[1-9]\d{0,15})$/;
const NUMBER = /^-?(0|[1-9]\d{0,8})(\.\d{1,6})?$/;

/**
 * Parses text input (a query, a path, the environment) by the types of its schema. Only canonical numbers and booleans
 * are parsed; `1e3`, ` 1`, `yes` and repeated parameters stay text, and the validation refuses them.
 */
export function readText(schema: TSchema, input: unknown): unknown {
  if (!('properties' in schema) || !input || typeof input !== 'object') return input;
  const types = schema.properties as Record<string, { type?: string } | undefined>;
  return Object.fromEntries(
    Object.entries(input).map(([name, text]) => [name, readScalar(types[name]?.type, text)]),
  );
}

function readScalar(type: string | undefined, text: unknown): unknown {
  if (typeof text !== 'string') return text;
  if (type === 'integer' && INTEGER.test(text)) return Number(text);
  if (type === 'number' && NUMBER.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
