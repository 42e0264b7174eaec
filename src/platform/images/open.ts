import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { PIXELS_MAX } from './limits.ts';
import { ImageRefused } from './refused.ts';

// One core per image, and no cache across images.
sharp.concurrency(1);
sharp.cache(false);

// 5.2.2: block the decoders of all other formats (SVG, TIFF, AVIF and more).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadWebp',
  ],
});

/** Opens without decoding. The pixel limit counts all frames only with the option `animated`. */
export function openImage(bytes: Buffer, options: SharpOptions): Sharp {
  return sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', ...options });
}

/** Turns a decoder's error into a refusal. Only the pixel limit has a reason of its own. */
export async function decoding<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new ImageRefused(detail.includes('exceeds pixel limit') ? 'pixels' : 'broken', detail);
  }
}
