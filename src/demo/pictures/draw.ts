import sharp from 'sharp';
import { createRandom } from '../random.ts';
import type { DemoPicture } from '../schema.ts';
import * as indoors from './indoors.ts';
import * as outdoors from './outdoors.ts';
import { createPalette, HEIGHT, type Palette, WIDTH } from './svg.ts';

const SCENES: Record<DemoPicture['scene'], (palette: Palette) => string> = {
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

/** Generated, so the demo ships no photographs and needs no licence for them. Without text, so without fonts. */
export function drawPicture({ scene, hue }: DemoPicture, name: string): Promise<Buffer> {
  const palette = createPalette(hue, createRandom(`picture/${name}`));
  return toJpeg(SCENES[scene](palette), WIDTH, HEIGHT);
}

export function toJpeg(drawing: string, width: number, height: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: QUALITY }).toBuffer();
}
