import sharp from 'sharp';
import { inspectImage } from './inspect.ts';
import { decoding, openImage } from './open.ts';

export type Icon = { name: string; bytes: Buffer };

/** What browsers, phones and mail programs ask for. `maskable`: a system cuts it to any shape. */
const PNGS = [
  { name: 'icon-96.png', side: 96 },
  { name: 'icon-192.png', side: 192 },
  { name: 'icon-512.png', side: 512 },
  { name: 'apple-touch-icon.png', side: 180, fill: 0.86 },
  { name: 'maskable-512.png', side: 512, fill: 0.72 },
] as const;
const ICO_SIDES = [16, 32, 48];
const LARGEST = 512;
const CLEAR = { r: 255, g: 255, b: 255, alpha: 0 };

/** Every size of a logo. The whole picture stays visible; what is not square gets a transparent margin. */
export async function makeIcons(bytes: Buffer): Promise<Icon[]> {
  await inspectImage(bytes);
  const whole = await decoding(
    openImage(bytes, { autoOrient: true })
      .resize(LARGEST, LARGEST, { fit: 'contain', background: CLEAR })
      .toColourspace('srgb')
      .ensureAlpha()
      .png()
      .toBuffer(),
  );
  const icons: Icon[] = [];
  for (const { name, side, ...rest } of PNGS) {
    const fill = 'fill' in rest ? rest.fill : undefined;
    icons.push({ name, bytes: await (fill ? onWhite(whole, side, fill) : sized(whole, side)) });
  }
  const small = await Promise.all(ICO_SIDES.map((side) => sized(whole, side)));
  return [...icons, { name: 'favicon.ico', bytes: packIco(small, ICO_SIDES) }];
}

function sized(png: Buffer, side: number): Promise<Buffer> {
  return sharp(png).resize(side, side).png({ palette: true, quality: 95 }).toBuffer();
}

/** Phones show transparent parts black. */
async function onWhite(png: Buffer, side: number, fill: number): Promise<Buffer> {
  const inner = Math.round(side * fill);
  const [before, after] = [Math.floor((side - inner) / 2), Math.ceil((side - inner) / 2)];
  return sharp(png)
    .resize(inner, inner)
    .extend({ top: before, left: before, bottom: after, right: after, background: '#ffffff' })
    .flatten({ background: '#ffffff' })
    .png({ palette: true, quality: 95 })
    .toBuffer();
}

const HEADER = 6;
const ENTRY = 16;

/** An ICO file is a list of PNG pictures. */
export function packIco(pngs: Buffer[], sides: number[]): Buffer {
  const header = Buffer.alloc(HEADER + ENTRY * pngs.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pngs.length, 4);
  let offset = header.length;
  for (const [index, png] of pngs.entries()) {
    const entry = HEADER + ENTRY * index;
    header.writeUInt8(sides[index] ?? 0, entry);
    header.writeUInt8(sides[index] ?? 0, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pngs]);
}
