import sharp, { type OutputInfo, type OverlayOptions } from 'sharp';

/** Pixels with transparency. The width is that of the text, without what was added to measure it. */
export type TextLayer = { data: Buffer; info: OutputInfo; width: number; height: number };

type TextStyle = {
  fontfile: string;
  /** As the font calls itself. */
  family: string;
  /** In pixels. */
  size: number;
  color: string;
  /** Lines break at this width; without it there is one line. */
  width?: number;
  lineHeight?: number;
};

/**
 * A picture is cropped to what is drawn of a text, so 一 would be as high as a stroke. One invisible character gives
 * every single line the same height.
 */
const STRUT = '<span alpha="1">国</span>';

export async function drawText(text: string, style: TextStyle): Promise<TextLayer> {
  const { fontfile, family, size, color, width, lineHeight = 1.3 } = style;
  const markup = `<span foreground="${color}" line_height="${lineHeight}" insert_hyphens="false">${escapeMarkup(text)}</span>`;
  const image = sharp({
    text: {
      text: width === undefined ? markup + STRUT : markup,
      font: `${family} ${size}`,
      fontfile,
      // One point is one pixel.
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
      ...(width === undefined ? {} : { width }),
    },
  });
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return {
    data,
    info,
    width: width === undefined ? info.width - size : info.width,
    height: info.height,
  };
}

export function layerAt({ data, info }: TextLayer, left: number, top: number): OverlayOptions {
  return { input: data, raw: info, left: Math.round(left), top: Math.round(top) };
}

/** Text of members in Pango's markup. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
