import sharp from 'sharp';
import { createChance } from '../chance.ts';
import type { DemoPicture } from '../schema.ts';
import * as indoors from './indoors.ts';
import * as outdoors from './outdoors.ts';
import { HEIGHT, type Paint, paintOf, WIDTH } from './paint.ts';

const SCENES: Record<DemoPicture['scene'], (paint: Paint) => string> = {
  hills: outdoors.hills,
  sea: outdoors.sea,
  city: outdoors.city,
  rain: outdoors.rain,
  stars: outdoors.stars,
  forest: outdoors.forest,
  bridge: outdoors.bridge,
  tea: indoors.tea,
  lantern: indoors.lantern,
  books: indoors.books,
  diagram: indoors.diagram,
  bowl: indoors.bowl,
};
const QUALITY = 86;

/** Painted on the spot: the demo brings no files, and owes nobody a photograph. Without letters, so without fonts. */
export function drawPicture({ scene, hue }: DemoPicture, name: string): Promise<Buffer> {
  const paint = paintOf(hue, createChance(`picture/${name}`));
  return toJpeg(SCENES[scene](paint), WIDTH, HEIGHT);
}

export function toJpeg(drawing: string, width: number, height: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: QUALITY }).toBuffer();
}
