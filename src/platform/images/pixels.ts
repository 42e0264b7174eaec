import sharp, { type Sharp } from 'sharp';
import { type ImageFacts, inspectImage } from './inspect.ts';
import {
  AVATAR_SIDE,
  COMMENT_FORMATS,
  COMMENT_SIDE_MAX,
  type ImageFormat,
  POST_QUALITY,
  POST_SIDE_MAX,
} from './limits.ts';
import { decoding, openImage } from './open.ts';
import { encodeToFit } from './quality.ts';
import { ImageRefused } from './refused.ts';

export type Purpose = 'post' | 'comment' | 'avatar';
export type ConvertedImage = { bytes: Buffer; format: ImageFormat; width: number; height: number };

/**
 * Every stored image is encoded from its pixels (5.2.2). By default sharp writes no metadata, so EXIF, comments and
 * appended bytes are lost (14.2.7, A40).
 */
export const CONVERSIONS: Record<Purpose, (bytes: Buffer) => Promise<ConvertedImage>> = {
  post: makePostImage,
  comment: makeCommentImage,
  avatar: makeAvatar,
};

async function makePostImage(bytes: Buffer): Promise<ConvertedImage> {
  const facts = await inspectImage(bytes);
  const animated = facts.frames > 1;
  // libvips cannot rotate an animation and fails.
  const image = openImage(bytes, { animated, autoOrient: !animated });
  return encode(encodeAs(facts, fitInside(image, POST_SIDE_MAX)));
}

/** Decodes and resizes once: searching for the quality at full size would take most of the time. */
async function makeCommentImage(bytes: Buffer): Promise<ConvertedImage> {
  await inspectImage(bytes, COMMENT_FORMATS);
  const image = fitInside(openImage(bytes, { autoOrient: true }), COMMENT_SIDE_MAX);
  const { data, info } = await decoding(
    image.toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }),
  );
  const sized = (scale: number) =>
    sharp(data, { raw: info }).resize({ width: Math.max(1, Math.round(info.width * scale)) });

  const fitting = await encodeToFit((quality, scale) => sized(scale).webp({ quality }).toBuffer());
  if (!fitting) throw new ImageRefused('size');
  const { width, height } = await decoding(openImage(fitting, {}).metadata());
  return { bytes: fitting, format: 'webp', width, height };
}

/** Uses only the first frame of an animation. */
async function makeAvatar(bytes: Buffer): Promise<ConvertedImage> {
  await inspectImage(bytes);
  const image = openImage(bytes, { autoOrient: true });
  return encode(
    image.resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' }).webp({ quality: POST_QUALITY }),
  );
}

function fitInside(image: Sharp, side: number): Sharp {
  return image.resize(side, side, { fit: 'inside', withoutEnlargement: true });
}

// Low effort for animations: with the default the largest would time out.
function encodeAs({ format, frames }: ImageFacts, image: Sharp): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality: POST_QUALITY });
    case 'png':
      return image.png();
    case 'gif':
      return image.gif({ effort: 1 });
    case 'webp':
      return image.webp({ quality: POST_QUALITY, effort: frames > 1 ? 1 : 4 });
  }
}

async function encode(image: Sharp): Promise<ConvertedImage> {
  const { data, info } = await decoding(image.toBuffer({ resolveWithObject: true }));
  const height = info.pageHeight ?? info.height;
  return { bytes: data, format: info.format as ImageFormat, width: info.width, height };
}
