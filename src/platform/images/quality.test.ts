import { expect, test } from 'vitest';
import { COMMENT_BYTES_MAX, ENCODES_MAX, QUALITY_RANGE } from './limits.ts';
import { encodeToFit } from './quality.ts';

const [LOWEST, HIGHEST] = QUALITY_RANGE;

/** An encoder whose output grows with quality and area, and which records its calls. */
function encoderOf(bytesAt: (quality: number) => number) {
  const calls: { quality: number; scale: number }[] = [];
  const encode = async (quality: number, scale: number) => {
    calls.push({ quality, scale });
    return Buffer.alloc(Math.round(bytesAt(quality) * scale * scale));
  };
  return { calls, encode };
}

test('§8 Comment image upload, D48 whatever the highest fitting quality is, it is found exactly, in six encodes at most', async () => {
  for (let fits = LOWEST; fits <= HIGHEST; fits++) {
    const size = (quality: number) => COMMENT_BYTES_MAX + (quality - fits) * 1_000;
    const { calls, encode } = encoderOf(size);
    expect((await encodeToFit(encode))?.length, `fits at ${fits}`).toBe(size(fits));
    expect(calls.length).toBeLessThanOrEqual(ENCODES_MAX);
    expect(calls.every(({ scale }) => scale === 1)).toBe(true);
    for (const { quality } of calls) {
      expect(quality).toBeGreaterThanOrEqual(LOWEST);
      expect(quality).toBeLessThanOrEqual(HIGHEST);
    }
  }
});

test('D48 a picture too big at any quality is shrunk, and fits within the same six encodes', async () => {
  for (const times of [1.01, 2, 10, 50]) {
    const { calls, encode } = encoderOf(
      (quality) => COMMENT_BYTES_MAX * times * (quality / LOWEST),
    );
    const best = await encodeToFit(encode);
    expect(best?.length).toBeLessThanOrEqual(COMMENT_BYTES_MAX);
    expect(best?.length).toBeGreaterThan(COMMENT_BYTES_MAX / 2);
    expect(calls.length).toBeLessThanOrEqual(ENCODES_MAX);
  }
});

test('D48 a picture that never fits is refused after six encodes', async () => {
  const qualities: number[] = [];
  const never = async (quality: number) => {
    qualities.push(quality);
    return Buffer.alloc(COMMENT_BYTES_MAX + 1);
  };
  expect(await encodeToFit(never)).toBeUndefined();
  expect(qualities).toHaveLength(ENCODES_MAX);
});
