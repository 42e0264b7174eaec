import { FRAMES_MAX, type ImageFormat, PIXELS_MAX, POST_FORMATS, SIDE_MAX } from './limits.ts';
import { decoding, openImage } from './open.ts';
import { ImageRefused } from './refused.ts';
import { assertLooksLike } from './sniff.ts';

export type ImageFacts = {
  format: ImageFormat;
  /** Of one frame, before orientation. */
  width: number;
  height: number;
  frames: number;
};

/** Checks the content, never the name. Reads only headers, so a truncated body is found by decoding. */
export async function inspectImage(
  bytes: Buffer,
  formats: readonly ImageFormat[] = POST_FORMATS,
): Promise<ImageFacts> {
  const format = assertLooksLike(bytes, formats);
  const found = await decoding(openImage(bytes, { animated: true }).metadata());
  if (found.format !== format) throw new ImageRefused('type', found.format);
  const frames = found.pages ?? 1;
  // The decoder accepts a screen larger than every frame, so check it here.
  if (format === 'gif' && bytes.readUInt16LE(6) * bytes.readUInt16LE(8) > PIXELS_MAX) {
    throw new ImageRefused('pixels', 'screen');
  }
  if (frames > FRAMES_MAX) throw new ImageRefused('pixels', `${frames} frames`);
  const { width, pageHeight: height = found.height } = found;
  if (Math.max(width, height) > SIDE_MAX) throw new ImageRefused('pixels', `${width}x${height}`);
  return { format, width, height, frames };
}
