import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { convertAvatar, convertCommentImage, convertPostImage } from './convert.ts';
import { inspectImage } from './inspect.ts';
import {
  AVATAR_SIDE,
  COMMENT_BYTES_MAX,
  COMMENT_FORMATS,
  COMMENT_SIDE_MAX,
  MEGAPIXELS_MAX,
  POST_SIDE_MAX,
  UPLOAD_BYTES_MAX,
} from './limits.ts';

const ENCODERS: [string, (image: Sharp) => Sharp][] = [
  ['jpeg', (image) => image.jpeg()],
  ['png', (image) => image.png()],
  ['gif', (image) => image.gif()],
  ['webp', (image) => image.webp()],
];

test.each(ENCODERS)(
  '§8 Post image upload, D48 a %s is known by its content and stored in its own format',
  async (format, encode) => {
    const bytes = await encode(plain(30, 20)).toBuffer();
    expect(await inspectImage(bytes)).toEqual({ format, width: 30, height: 20, frames: 1 });
    const stored = await convertPostImage(bytes);
    expect(stored).toMatchObject({ format, width: 30, height: 20 });
    expect(await sharp(stored.bytes).metadata()).toMatchObject({ format, width: 30, height: 20 });
  },
);

test('§8 Post image upload: the limit itself is allowed: five megabytes to the byte', async () => {
  const bytes = await plain(8, 8).jpeg().toBuffer();
  const full = Buffer.concat([bytes, Buffer.alloc(UPLOAD_BYTES_MAX - bytes.length)]);
  const stored = await convertPostImage(full);
  expect(stored.bytes.length).toBeLessThan(2_000);
});

test('D48 forty megapixels are allowed and one row more is not', async () => {
  const rows = (MEGAPIXELS_MAX * 1e6) / 8_000;
  const [allowed, tooMany] = await Promise.all(
    [rows, rows + 1].map((height) => plain(8_000, height).jpeg({ quality: 1 }).toBuffer()),
  );
  expect(await inspectImage(allowed as Buffer)).toMatchObject({ width: 8_000, height: rows });
  await expect(inspectImage(tooMany as Buffer)).rejects.toMatchObject({ reason: 'pixels' });
});

test.each(['jpeg', 'png', 'webp'] as const)(
  'A40, ASVS 14.2.8 the location of a %s is not stored',
  async (format) => {
    const gps = { GPSLatitudeRef: 'N', GPSLatitude: '31/1 14/1 0/1' };
    const exif = { IFD0: { Artist: 'Somebody Private' }, IFD3: gps };
    const bytes = await plain(40, 30).withExif(exif).toFormat(format).toBuffer();
    expect(bytes.includes('Somebody Private')).toBe(true);
    const converted = [convertPostImage(bytes), convertAvatar(bytes)];
    if (COMMENT_FORMATS.includes(format)) converted.push(convertCommentImage(bytes));
    for (const stored of await Promise.all(converted)) {
      const { exif, xmp, iptc, icc, comments } = await sharp(stored.bytes).metadata();
      expect({ exif, xmp, iptc, icc, comments }).toEqual({});
      expect(stored.bytes.includes('Somebody Private')).toBe(false);
    }
  },
);

test('D48 a rotated picture is stored upright, without its EXIF orientation', async () => {
  const bytes = await stripes(['#f00', '#00f']).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  for (const convert of [convertPostImage, convertCommentImage]) {
    const stored = await convert(bytes);
    expect(stored).toMatchObject({ width: 60, height: 80 });
    expect((await sharp(stored.bytes).metadata()).orientation).toBeUndefined();
    expect(await colourAt(stored.bytes, 30, 10)).toBe('red');
    expect(await colourAt(stored.bytes, 30, 70)).toBe('blue');
  }
});

test.each(['gif', 'webp'] as const)(
  'D48 an animated %s keeps its frames, its pace and its loops',
  async (format) => {
    const bytes = await animation(3)
      .toFormat(format, { delay: [100, 200, 300], loop: 4 })
      .toBuffer();
    expect(await inspectImage(bytes)).toEqual({ format, width: 20, height: 10, frames: 3 });
    const stored = await convertPostImage(bytes);
    expect(stored).toMatchObject({ format, width: 20, height: 10 });
    const metadata = await sharp(stored.bytes, { animated: true }).metadata();
    expect(metadata).toMatchObject({ pages: 3, delay: [100, 200, 300], loop: 4 });
  },
);

test('an animated picture with an EXIF orientation is stored', async () => {
  const bytes = await animation(2).webp().withMetadata({ orientation: 6 }).toBuffer();
  expect(await convertPostImage(bytes)).toMatchObject({ width: 20, height: 10 });
});

test('the long side of a post image is brought within its limit, of a still and of an animation', async () => {
  const still = await convertPostImage(await plain(60, 5_120).png().toBuffer());
  expect(still).toMatchObject({ width: 30, height: POST_SIDE_MAX });
  const moving = await animation(2, 5_120, 40).webp().toBuffer();
  const stored = await convertPostImage(moving);
  expect(stored).toMatchObject({ width: POST_SIDE_MAX, height: 20 });
  expect((await sharp(stored.bytes).metadata()).pages).toBe(2);
});

test.each(['jpeg', 'png'] as const)(
  '§8 Comment image upload: a %s becomes a WebP',
  async (format) => {
    const bytes = await plain(4_000, 100).toFormat(format).toBuffer();
    const stored = await convertCommentImage(bytes);
    expect(stored).toMatchObject({ format: 'webp', width: COMMENT_SIDE_MAX, height: 48 });
    expect(await sharp(stored.bytes).metadata()).toMatchObject({ format: 'webp', width: 1_920 });
  },
);

test.each(['gif', 'webp'] as const)('§7.7b a comment takes no %s', async (format) => {
  const bytes = await plain(8, 8).toFormat(format).toBuffer();
  await expect(convertCommentImage(bytes)).rejects.toMatchObject({ reason: 'type' });
});

test('§8 Comment image upload, D48 a comment’s picture takes the best quality that fits, and loses size only when none does', async () => {
  const detailed = await convertCommentImage(await speckled(700, 5).jpeg().toBuffer());
  expect(detailed).toMatchObject({ width: 700, height: 700 });
  expect(detailed.bytes.length).toBeGreaterThan(COMMENT_BYTES_MAX * 0.8);
  expect(detailed.bytes.length).toBeLessThanOrEqual(COMMENT_BYTES_MAX);

  const wild = await convertCommentImage(await speckled(1_000, 1).jpeg().toBuffer());
  expect(wild.width).toBeLessThan(1_000);
  expect(wild.bytes.length).toBeGreaterThan(COMMENT_BYTES_MAX * 0.5);
  expect(wild.bytes.length).toBeLessThanOrEqual(COMMENT_BYTES_MAX);
});

test('a comment’s transparent sixteen-bit PNG keeps its transparency', async () => {
  const image = sharp({ create: { width: 9, height: 9, channels: 4, background: '#0f08' } });
  const stored = await convertCommentImage(await image.toColourspace('rgb16').png().toBuffer());
  expect((await sharp(stored.bytes).metadata()).hasAlpha).toBe(true);
});

test('an avatar is a square from the centre, made small or large, still even when the upload moves', async () => {
  const wide = await convertAvatar(await stripes(['#f00', '#0f0', '#00f']).png().toBuffer());
  expect(wide).toMatchObject({ format: 'webp', width: AVATAR_SIDE, height: AVATAR_SIDE });
  expect(await colourAt(wide.bytes, 128, 128)).toBe('green');
  const moving = await convertAvatar(await animation(3).gif().toBuffer());
  expect((await sharp(moving.bytes).metadata()).pages ?? 1).toBe(1);
});

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#c80' } });
}

/** Upright bands, 80 × 60 in all for two. */
function stripes(colours: string[]) {
  const band = (background: string) => ({
    create: { width: 40, height: 60, channels: 3 as const, background },
  });
  const input = colours.map((colour, at) => ({ input: band(colour), left: at * 40, top: 0 }));
  return plain(colours.length * 40, 60).composite(input);
}

function animation(frames: number, width = 20, height = 10) {
  const frame = width * height * 3;
  const raw = Buffer.alloc(frame * frames).map((_, at) => (1 + Math.floor(at / frame)) * 60);
  return sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } });
}

function speckled(side: number, cell: number) {
  const cells = Math.ceil(side / cell);
  const raw = Buffer.alloc(cells * cells * 3).map((_, at) => Math.imul(at, at * 31) >> 7);
  const image = sharp(raw, { raw: { width: cells, height: cells, channels: 3 } });
  return image.resize(side, side, { kernel: 'nearest' });
}

async function colourAt(bytes: Buffer, left: number, top: number) {
  const image = sharp(bytes).removeAlpha().extract({ left, top, width: 1, height: 1 });
  const [red = 0, green = 0, blue = 0] = await image.raw().toBuffer();
  const most = Math.max(red, green, blue);
  return most === red ? 'red' : most === green ? 'green' : 'blue';
}
