import { readFile, stat } from 'node:fs/promises';
import { ImportError } from '../records.ts';
import { JSON_BYTES_MAX } from '../rules.ts';

export type Fields = Record<string, unknown>;

export async function readJson(path: string): Promise<unknown> {
  const { size } = await stat(path);
  if (size > JSON_BYTES_MAX)
    throw new ImportError(`${path} is larger than ${JSON_BYTES_MAX / 1024 / 1024} MB.`);
  try {
    return JSON.parse((await readFile(path, 'utf8')).replace(/^\ufeff/, ''));
  } catch (error) {
    throw new ImportError(`${path} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; nothing if there is none. */
export function listIn(fields: unknown, name: string): Fields[] {
  const list = isFields(fields) ? fields[name] : undefined;
  return Array.isArray(list) ? list.filter(isFields) : [];
}

/** A text or number as text; empty for everything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

/** As JSON writes dates, and as MySQL does: in UTC. */
export function dateOf(value: unknown): Date | null {
  if (typeof value === 'number') return new Date(value);
  const text = textOf(value).trim();
  const utc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(text) ? `${text.replace(' ', 'T')}Z` : text;
  const time = Date.parse(utc);
  return Number.isNaN(time) ? null : new Date(time);
}
