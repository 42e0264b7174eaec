import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { whenFirstAsked } from '../when-first-asked.ts';
import type { App } from './app-types.ts';

type Node = { [key: string]: unknown };

/** Answers are written by what their route declares: only that goes out, and without looking at each value first. */
export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) => {
  const compiled = whenFirstAsked(() => fastJson(orNull(schema) as Node));
  return (answer) => compiled()(answer);
};

/**
 * Of several shapes the writer finds the right one by validating the value against each. "This or nothing" is the
 * only choice there is here, and one it knows by another name.
 */
export function orNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(orNull);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = schema as Node & { anyOf?: Node[] };
  const [shape, missing, ...more] = anyOf ?? [];
  if (shape && missing?.['type'] === 'null' && more.length === 0)
    return { ...rest, ...(orNull(shape) as Node), nullable: true };
  return Object.fromEntries(Object.entries(schema).map(([name, one]) => [name, orNull(one)]));
}

/** A short text goes out in one piece with its head. */
const LONG = 4_000;

/** Sent as text, a long answer is gone through once to count its bytes and once more to write them. Comes last. */
export function encodeOnce(app: App): void {
  app.addHook('onSend', (_request, _reply, payload, done) => {
    const isLong = typeof payload === 'string' && payload.length > LONG;
    done(null, isLong ? encode(payload) : payload);
  });
}

/** No letter of a string takes more than so many bytes. */
const BYTES_MAX = 3;
const desk = Buffer.allocUnsafeSlow(1024 * 1024);

/** Written where there is room for any text of its length and then copied: its bytes need not be counted before. */
export function encode(text: string): Buffer {
  if (text.length * BYTES_MAX > desk.length) return Buffer.from(text);
  return Buffer.from(desk.subarray(0, desk.write(text)));
}
