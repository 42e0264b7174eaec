import { type ImageFormat, UPLOAD_BYTES_MAX } from './limits.ts';
import { ImageRefused } from './refused.ts';

/** Cheap checks of size and magic bytes, so that most invalid files never reach a decoder. */
export function assertLooksLike(bytes: Buffer, formats: readonly ImageFormat[]): ImageFormat {
  if (bytes.length > UPLOAD_BYTES_MAX) throw new ImageRefused('size');
  const format = sniffFormat(bytes);
  if (!format || !formats.includes(format)) throw new ImageRefused('type');
  return format;
}

/** The first twelve bytes of a file decide, whatever its name or header claims. */
export function sniffFormat(bytes: Buffer): ImageFormat | undefined {
  const starts = bytes.toString('latin1', 0, 12);
  if (starts.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (starts.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(starts)) return 'gif';
  if (starts.startsWith('RIFF') && starts.endsWith('WEBP')) return 'webp';
  return undefined;
}
