import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { PIXELS_MAX } from './limits.ts';
import { ImageRefused } from './refused.ts';

// One core for each image, and nothing of one image kept for the next.
sharp.concurrency(1);
sharp.cache(false);

// 5.2.2: sharp also reads SVG, TIFF, AVIF and more. Those decoders do not exist for us at all.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadWebp',
  ],
});

/** Opens without decoding. The pixel limit counts all frames only where all frames are opened. */
export function openImage(bytes: Buffer, options: SharpOptions): Sharp {
  return sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', ...options });
}

/** Decoders fail in many words; only the pixel limit is worth telling from the rest. */
export async function decoding<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new ImageRefused(detail.includes('exceeds pixel limit') ? 'pixels' : 'broken', detail);
  }
}
