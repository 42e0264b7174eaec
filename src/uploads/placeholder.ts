import { ImageOff } from 'lucide-static';

const LINES = ImageOff.slice(
  ImageOff.indexOf('>', ImageOff.indexOf('<svg')) + 1,
  ImageOff.lastIndexOf('</svg>'),
);

/**
 * Sent with the 404 of an image: browsers render it, so a text keeps its layout without scripts. The same for removed,
 * hidden and unknown images. It has no size of its own, so it fills the space that the page reserved.
 */
export const PLACEHOLDER =
  '<svg xmlns="http://www.w3.org/2000/svg"><rect width="100%" height="100%" fill="#8d8a83" fill-opacity="0.16"/>' +
  '<svg x="50%" y="50%" overflow="visible"><g transform="translate(-12 -12)" fill="none" stroke="#8d8a83" ' +
  `stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">${LINES}</g></svg></svg>`;
