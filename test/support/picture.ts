import sharp from 'sharp';

type Format = 'jpeg' | 'png' | 'gif' | 'webp';

/** A real picture of one colour. */
export function pictureOf(format: Format = 'png', width = 64, height = 48): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: '#0b6b63' };
  return sharp({ create }).toFormat(format).toBuffer();
}
