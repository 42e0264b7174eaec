import { ImageOff } from 'lucide-static';

const LINES = ImageOff.slice(
  ImageOff.indexOf('>', ImageOff.indexOf('<svg')) + 1,
  ImageOff.lastIndexOf('</svg>'),
);

/**
 * What an `<img>` shows instead of a picture that is not served: browsers draw the image of a 404 too, so a text keeps
 * its shape without scripts. The same for what was removed, hidden or never there. Without a size of its own it takes
 * the shape that the page kept free for the picture.
 */
export const PLACEHOLDER =
  '<svg xmlns="http://www.w3.org/2000/svg"><rect width="100%" height="100%" fill="#8d8a83" fill-opacity="0.16"/>' +
  '<svg x="50%" y="50%" overflow="visible"><g transform="translate(-12 -12)" fill="none" stroke="#8d8a83" ' +
  `stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">${LINES}</g></svg></svg>`;
