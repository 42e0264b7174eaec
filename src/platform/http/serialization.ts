import { transcode } from 'node:buffer';
import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { lazy } from '../cache/lazy.ts';
import type { App } from './app-types.ts';

type Node = { [key: string]: unknown };

/** Answers are written by what their route declares: only that goes out, and without looking at each value first. */
export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) => {
  const compiled = lazy(() => fastJson(orNull(schema) as Node));
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

/** In memory a letter is one unit of so many bytes, or two of them. */
const UNIT = 2;
const desk = Buffer.allocUnsafeSlow(1024 * 1024);

/**
 * The bytes of a text. Copied out of the engine as it is and then rewritten many letters at a time, a Chinese page
 * takes a third of the time that the engine needs to write it letter by letter.
 */
export function encode(text: string): Buffer {
  if (text.length * UNIT > desk.length) return Buffer.from(text);
  try {
    return transcode(desk.subarray(0, desk.write(text, 'utf16le')), 'utf16le', 'utf8');
  } catch {
    // Half a letter, which is written as a mark that something is missing.
    return Buffer.from(text);
  }
}
