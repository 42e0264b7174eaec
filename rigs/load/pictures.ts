import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const FULL_BYTES = 5 * 1024 * 1024 - 1024;
const PNG_MAGIC = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** A valid picture close to the size limit. */
export async function fullPicture(): Promise<Buffer> {
  for (let side = 2_600; ; side = Math.floor(side * 0.97)) {
    const raw = { width: side, height: side, channels: 3 } as const;
    const pixels = randomBytes(side * side * 3);
    const picture = await sharp(pixels, { raw }).jpeg({ quality: 70 }).toBuffer();
    if (picture.length <= FULL_BYTES) return picture;
  }
}

/** Small files that decode to huge images, or are not images: padded to the size limit. */
export async function bombs(picture: Buffer): Promise<Buffer[]> {
  const flat = { width: 6_400, height: 6_400, channels: 3, background: '#888' } as const;
  return [
    padded(png(50_000, 50_000)),
    padded(await sharp({ create: flat }).png().toBuffer()),
    picture.subarray(0, picture.length / 2),
    padded(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
  ];
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(FULL_BYTES - bytes.length)]);
}

/** Declares these dimensions, and has one row. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = deflateSync(Buffer.alloc(width * 3 + 1));
  return Buffer.concat([PNG_MAGIC, chunk('IHDR', header), chunk('IDAT', row), chunk('IEND')]);
}

function chunk(type: string, content = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
