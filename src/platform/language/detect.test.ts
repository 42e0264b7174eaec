import { expect, test } from 'vitest';
import { detectLanguage } from './detect.ts';
import samples from './samples.json' with { type: 'json' };

/** Labelled texts as members write them: titles, comments, signatures, folder names; and those that it gets wrong. */
const texts: Record<string, string[]> = samples.texts;
const misses: Record<string, string | null> = samples.misses;

test.each(Object.entries(texts))('labelled texts: %s', async (language, samplesOfIt) => {
  for (const text of samplesOfIt)
    expect([text, (await detectLanguage(text)) ?? 'unknown']).toEqual([text, language]);
});

test('few labelled texts get a wrong language, and these are known', async () => {
  for (const [text, wrong] of Object.entries(misses))
    expect([text, await detectLanguage(text)]).toEqual([text, wrong]);
  const count = Object.values(texts).flat().length;
  expect(Object.keys(misses).length / count).toBeLessThan(0.04);
});

test('the beginning of a long text decides', async () => {
  const text = `${'今天的灯很亮。'.repeat(60)}${'The end. '.repeat(200)}`;
  expect(await detectLanguage(text)).toBe('zh');
});
