import { crc32, deflateSync } from 'node:zlib';

/** Files that pretend to be pictures, by what is wrong with them; the site must refuse each. */
export function hostilePictures(): Record<string, Buffer> {
  const html = '<html><script>alert(document.domain)</script></html>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>`;
  return {
    'an SVG with a script': Buffer.from(`<?xml version="1.0"?>${svg}`),
    'a page': Buffer.from(`<!doctype html>${html}`),
    'a page behind the first bytes of a GIF': Buffer.from(`GIF89a${html}`),
    'a script behind the first bytes of a JPEG': Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      Buffer.from(html),
    ]),
    'a PNG of four thousand million pixels': pngOf(64_250, 64_250, Buffer.alloc(16)),
    'half a PNG': pictureWith('half').subarray(0, 40),
    'an XML bomb': Buffer.from(
      '<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><svg>&b;</svg>',
    ),
    nothing: Buffer.alloc(0),
  };
}

/** A small correct PNG with a comment, such as cameras write where a picture was taken. */
export function pictureWith(comment: string): Buffer {
  const [width, height] = [8, 8];
  const rows = Buffer.alloc(height * (1 + width * 3), 0x66);
  for (let row = 0; row < height; row++) rows[row * (1 + width * 3)] = 0;
  return pngOf(width, height, rows, chunk('tEXt', Buffer.from(`Comment\0${comment}`)));
}

function pngOf(
  width: number,
  height: number,
  rows: Buffer,
  extra: Buffer = Buffer.alloc(0),
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per channel, RGB.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    extra,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
