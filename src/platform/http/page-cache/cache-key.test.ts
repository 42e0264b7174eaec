import type { FastifyRequest } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { LOCALES } from '../../i18n.ts';
import { DEFAULT_SITE } from '../../site.ts';
import { cacheKeyOf } from './cache-key.ts';

const NOON = new Date('2026-11-18T12:00:00+08:00');

function keyOf(headers: Record<string, string>, url = '/posts', now = NOON): string | undefined {
  return cacheKeyOf({ raw: { method: 'GET', url, headers } } as FastifyRequest, now, DEFAULT_SITE);
}

test.each(Object.keys(LOCALES))('A16 the language %s has a key of its own', (lang) => {
  expect(keyOf({ cookie: `lang=${lang}` })).toBe(`/posts ${lang}   `);
  expect(keyOf({ 'accept-language': lang })).toBe(`/posts ${lang}   `);
});

test('A16 a language that is added to LOCALES is cached too', () => {
  expect(keyOf({ cookie: 'lang=eo' })).toBeUndefined();
  Object.assign(LOCALES, { eo: LOCALES.en });
  onTestFinished(() => void Reflect.deleteProperty(LOCALES, 'eo'));
  expect(keyOf({ cookie: 'lang=eo' })).toBe('/posts eo   ');
  expect(keyOf({ 'accept-language': 'eo;q=0.9, en;q=0.5' })).toBe('/posts eo   ');
});

test.each([
  ['an unknown cookie', { cookie: 'session=x' }, '/posts'],
  ['a value that is not offered', { cookie: 'theme=pink' }, '/posts'],
  ['a bearer token', { authorization: 'Bearer x' }, '/posts'],
  ['a query string', {}, '/posts?page=2'],
])('A16 a request with %s has no key', (_, headers, url) => {
  expect(keyOf(headers as Record<string, string>, url)).toBeUndefined();
});

test.each([
  ['17:59:59', '/posts en   '],
  ['18:00:00', '/posts en   evening'],
  ['23:59:59', '/posts en   evening'],
  ['00:00:00', '/posts en   evening'],
  ['05:59:59', '/posts en   evening'],
  ['06:00:00', '/posts en   '],
])('a page has its own key in the evening: %s', (time, key) => {
  const now = new Date(`2026-11-18T${time}+08:00`);
  expect(keyOf({ 'accept-language': 'en' }, '/posts', now)).toBe(key);
});
