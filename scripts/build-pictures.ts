/** `npm run build`: the fonts of the share pictures, the icons and the site's own share picture, into `dist/pictures`. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Face, Blob as FontBlob } from 'harfbuzzjs';
import sharp from 'sharp';
import subsetFont from 'subset-font';
import manifest from '../package.json' with { type: 'json' };
import { drawCard } from '../src/platform/images/card/draw-card.ts';
import { packIco } from '../src/platform/images/icons.ts';
import { ICON, MASKABLE_ICON, SEAL } from '../src/ui/logo.tsx';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'dist/pictures');
const STAMP = '.stamp';
const FONTS = {
  'title.ttf': ['noto-serif-sc', '700Bold/NotoSerifSC_700Bold.ttf'],
  'text.ttf': ['noto-sans-sc', '400Regular/NotoSansSC_400Regular.ttf'],
} as const;
const ICO_SIZES = [16, 32, 48];

/** Does nothing if the pictures were made from the same sources. */
export async function buildPictures(): Promise<void> {
  const stamp = hashSources();
  const file = join(OUT, STAMP);
  if (existsSync(file) && readFileSync(file, 'utf8') === stamp) return;
  const temporary = `${OUT}.${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  await writeFonts(temporary);
  await writeIcons(temporary);
  await writeSitePicture(temporary);
  writeFileSync(join(temporary, STAMP), stamp);
  rmSync(OUT, { recursive: true, force: true });
  renameSync(temporary, OUT);
}

/**
 * Latin, Greek, Cyrillic and kana, the simplified characters of GB 2312 and the common traditional ones of Big5: the
 * whole fonts would be three times as large. `characters.txt` has those that both fonts can draw.
 */
async function writeFonts(directory: string): Promise<void> {
  const text = [
    ...new Set([...ranges(), ...charset('gb18030', 0xb0, 0xf7), ...charset('big5', 0xa4, 0xc6)]),
  ];
  let drawn = text;
  for (const [name, [family, path]] of Object.entries(FONTS)) {
    const folder = join(ROOT, 'node_modules/@expo-google-fonts', family);
    const font = await subsetFont(readFileSync(join(folder, path)), text.join(''), {
      targetFormat: 'truetype',
    });
    writeFileSync(join(directory, name), font);
    writeFileSync(
      join(directory, name.replace('.ttf', '-licence.txt')),
      readFileSync(join(folder, 'LICENSE_FONT')),
    );
    const face = new Face(new FontBlob(new Uint8Array(font).buffer));
    const known = new Set(face.collectUnicodes());
    drawn = drawn.filter((character) => known.has(character.codePointAt(0) ?? 0));
  }
  writeFileSync(join(directory, 'characters.txt'), drawn.sort().join(''));
}

function ranges(): string[] {
  const all: [number, number][] = [
    ...([
      [0x20, 0x7e],
      [0xa0, 0x24f],
      [0x370, 0x3ff],
      [0x400, 0x45f],
      [0x1e00, 0x1eff],
    ] as [number, number][]),
    ...([
      [0x2010, 0x2027],
      [0x2030, 0x205e],
      [0x2070, 0x22ff],
      [0x2460, 0x24ff],
    ] as [number, number][]),
    ...([
      [0x2500, 0x27bf],
      [0x3000, 0x30ff],
      [0x3220, 0x32ff],
      [0xff01, 0xffe6],
    ] as [number, number][]),
  ];
  return all.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  );
}

/** The characters of a two-byte encoding whose first byte is in the range. */
function charset(encoding: string, first: number, last: number): string[] {
  const decoder = new TextDecoder(encoding);
  const characters: string[] = [];
  for (let lead = first; lead <= last; lead++) {
    for (let trail = encoding === 'big5' ? 0x40 : 0xa1; trail <= 0xfe; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if (/^\p{Script=Han}$/u.test(character)) characters.push(character);
    }
  }
  return characters;
}

async function writeIcons(directory: string): Promise<void> {
  // Importing `draw-card.ts` blocks this decoder, because the server decodes no SVG.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const png = (svg: string, size: number) =>
    sharp(Buffer.from(svg), { density: (72 * size) / 24 })
      .resize(size, size)
      .png({ compressionLevel: 9, palette: true })
      .toBuffer();
  const write = async (name: string, svg: string, size: number) =>
    writeFileSync(join(directory, name), await png(svg, size));
  await write('icon-96.png', ICON, 96);
  await write('icon-192.png', ICON, 192);
  await write('icon-512.png', ICON, 512);
  // Their corners are cut by the system.
  await write('maskable-512.png', MASKABLE_ICON, 512);
  await write('apple-touch-icon.png', MASKABLE_ICON, 180);
  await write('logo.png', SEAL, 44);
  const icons = await Promise.all(ICO_SIZES.map((size) => png(ICON, size)));
  writeFileSync(join(directory, 'favicon.ico'), packIco(icons, ICO_SIZES));
}

/** For pages without a picture of their own. It names no host, so that it is the same for every site. */
async function writeSitePicture(directory: string): Promise<void> {
  const { bytes } = await drawCard(
    {
      title: '认真写下的，值得慢慢读。',
      topic: null,
      summary: 'Written with care, worth reading slowly.',
      author: null,
      detail: null,
      site: '灯火 Lamplight',
      host: '',
      glow: 6,
      cover: null,
      avatar: null,
      accent: null,
      logo: null,
    },
    {
      title_font: join(directory, 'title.ttf'),
      text_font: join(directory, 'text.ttf'),
      logo: join(directory, 'logo.png'),
    },
  );
  writeFileSync(join(directory, 'share.jpg'), bytes);
}

function hashSources(): string {
  const sources = [
    'src/platform/images/icons.ts',
    'scripts/build-pictures.ts',
    'src/ui/logo.tsx',
    ...['card', 'draw-card', 'paint-light', 'text-layer'].map(
      (name) => `src/platform/images/card/${name}.ts`,
    ),
  ];
  const hash = createHash('sha256');
  for (const path of sources) hash.update(readFileSync(join(ROOT, path)));
  const { devDependencies } = manifest;
  hash.update(devDependencies['@expo-google-fonts/noto-sans-sc']);
  hash.update(devDependencies['@expo-google-fonts/noto-serif-sc']);
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPictures();
