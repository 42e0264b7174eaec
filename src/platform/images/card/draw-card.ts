import sharp, { type OverlayOptions } from 'sharp';
import { decoding, openImage } from '../open.ts';
import type { ConvertedImage } from '../pixels.ts';
import { CARD_HEIGHT, CARD_WIDTH, type Card, type CardFiles } from './card.ts';
import { paintLight } from './paint-light.ts';
import { drawText, layerAt, type TextLayer } from './text-layer.ts';

const LEFT = 216;
const RIGHT = 1120;
const TEXT_WIDTH = RIGHT - LEFT;
const TOPIC_TOP = 100;
const TITLE_TOP = 158;
/** The author and the site stand below. */
const TEXT_END = 480;
const AUTHOR_TOP = 514;
const DETAIL_TOP = 553;
const AVATAR = 56;
const LOGO = 44;
const EDGE = 10;

const ON_DUSK = '#f3eedf';
const DIM = '#c4d1cb';
const SUMMARY = '#d5dcd3';

const TITLE_SIZES = [68, 60, 54, 48, 42, 36, 32];
/** The distance of two lines of a title, in sizes. */
const LINE = 1.3;
const SUMMARY_SIZE = 29;
const QUALITY = 86;

/** A picture of 1200 × 630 pixels for links to a post. Every character must be in the fonts. */
export async function drawCard(card: Card, files: CardFiles): Promise<ConvertedImage> {
  const cover = card.cover ? await coverPixels(card.cover) : undefined;
  const background = paintLight(card.glow, cover);
  const layers = [
    ...drawAccent(card),
    ...(await drawTexts(card, files)),
    ...(await drawFoot(card, files)),
  ];
  const bytes = await sharp(background, {
    raw: { width: CARD_WIDTH, height: CARD_HEIGHT, channels: 3 },
  })
    .composite(layers)
    // JPEG, because a smooth light is several times larger as PNG. All of its color, because of the amber on the dusk.
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return { bytes, format: 'jpeg', width: CARD_WIDTH, height: CARD_HEIGHT };
}

/** A line of the owner's color along the lower edge. */
function drawAccent({ accent }: Card): OverlayOptions[] {
  if (accent === null) return [];
  const create = { width: CARD_WIDTH, height: EDGE, channels: 3, background: accent } as const;
  return [{ input: { create }, left: 0, top: CARD_HEIGHT - EDGE }];
}

async function drawTexts(card: Card, files: CardFiles): Promise<OverlayOptions[]> {
  const layers: OverlayOptions[] = [];
  if (card.topic !== null) {
    const topic = await textLine(`# ${card.topic}`, files, 26, card.accent ?? DIM);
    layers.push(layerAt(topic, LEFT, TOPIC_TOP));
  }
  const title = await fitTitle(card.title, files);
  layers.push(layerAt(title, LEFT, TITLE_TOP));
  const summaryTop = TITLE_TOP + title.height + 34;
  if (card.summary === null || summaryTop + SUMMARY_SIZE * 3 > TEXT_END) return layers;
  const summary = await drawText(card.summary, {
    fontfile: files.text_font,
    family: 'Noto Sans SC',
    size: SUMMARY_SIZE,
    color: SUMMARY,
    width: SUMMARY_SIZE * 26,
    lineHeight: 1.12,
  });
  layers.push(layerAt(summary, LEFT, summaryTop));
  return layers;
}

/** The largest size in which the title fits; 120 wide characters fit in the smallest. */
async function fitTitle(title: string, { title_font }: CardFiles): Promise<TextLayer> {
  const style = {
    ...{ fontfile: title_font, family: 'Noto Serif SC Bold', color: ON_DUSK, lineHeight: 0.9 },
  };
  const [largest = 0] = TITLE_SIZES;
  const line = await drawText(title, { ...style, size: largest });
  if (line.width <= TEXT_WIDTH) return line;
  let layer = line;
  for (const size of TITLE_SIZES) {
    layer = await drawText(title, { ...style, size, width: TEXT_WIDTH });
    const lines = Math.round(layer.height / (size * LINE));
    if (lines > linesMax(size) || TITLE_TOP + layer.height > TEXT_END) continue;
    // Lines of about the same length, unless that takes one more.
    const width = Math.round((line.width * (size / largest) * 1.08) / lines + size / 2);
    if (width >= TEXT_WIDTH) break;
    const balanced = await drawText(title, { ...style, size, width });
    if (balanced.height <= layer.height + size / 2) layer = balanced;
    break;
  }
  return layer;
}

function linesMax(size: number): number {
  if (size > 60) return 2;
  return size > 50 ? 3 : 6;
}

/** The author to the left, the site to the right. */
async function drawFoot(card: Card, files: CardFiles): Promise<OverlayOptions[]> {
  const layers: OverlayOptions[] = [];
  const avatar = card.avatar && card.author !== null ? await roundAvatar(card.avatar) : undefined;
  if (avatar) layers.push({ input: avatar, left: LEFT, top: AUTHOR_TOP });
  const left = avatar ? LEFT + AVATAR + 20 : LEFT;
  if (card.author !== null)
    layers.push(layerAt(await textLine(card.author, files, 26, ON_DUSK), left, AUTHOR_TOP));
  if (card.detail !== null)
    layers.push(layerAt(await textLine(card.detail, files, 21, DIM), left, DETAIL_TOP));
  const name = await drawText(card.site, {
    fontfile: files.title_font,
    family: 'Noto Serif SC Bold',
    size: 36,
    color: ON_DUSK,
  });
  const host = await textLine(card.host, files, 21, DIM);
  layers.push(layerAt(name, RIGHT - name.width, AUTHOR_TOP - 6));
  layers.push(layerAt(host, RIGHT - host.width, DETAIL_TOP));
  const logoLeft = RIGHT - name.width - LOGO - 14;
  const logo = card.logo ? await sharp(card.logo).resize(LOGO, LOGO).png().toBuffer() : files.logo;
  layers.push({ input: logo, left: Math.round(logoLeft), top: AUTHOR_TOP - 10 });
  return layers;
}

function textLine(text: string, files: CardFiles, size: number, color: string) {
  return drawText(text, { fontfile: files.text_font, family: 'Noto Sans SC', size, color });
}

async function coverPixels(bytes: Uint8Array): Promise<Buffer> {
  return decoding(
    openImage(Buffer.from(bytes), { autoOrient: true })
      .resize(CARD_WIDTH, CARD_HEIGHT, { fit: 'cover' })
      .flatten({ background: '#143032' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer(),
  );
}

/** Cut to a circle. */
async function roundAvatar(bytes: Uint8Array): Promise<Buffer> {
  const mask = Buffer.alloc(AVATAR * AVATAR * 4, 255);
  const center = (AVATAR - 1) / 2;
  for (let at = 0; at < AVATAR * AVATAR; at++) {
    const distance = Math.hypot((at % AVATAR) - center, Math.floor(at / AVATAR) - center);
    mask[at * 4 + 3] = 255 * Math.min(1, Math.max(0, AVATAR / 2 - distance));
  }
  return decoding(
    openImage(Buffer.from(bytes), { autoOrient: true })
      .resize(AVATAR, AVATAR, { fit: 'cover' })
      .ensureAlpha()
      .composite([
        { input: mask, raw: { width: AVATAR, height: AVATAR, channels: 4 }, blend: 'dest-in' },
      ])
      .png()
      .toBuffer(),
  );
}
