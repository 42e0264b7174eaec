import { ImageOff } from 'lucide-static';

const ICON = ImageOff.slice(ImageOff.indexOf('>', ImageOff.indexOf('<svg')) + 1);

/**
 * What an `<img>` shows instead of a picture that is not served: browsers draw the image of a 404 too, so a text keeps
 * its shape without scripts. The same for what was removed, hidden or never there.
 */
export const PLACEHOLDER =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">' +
  '<rect width="96" height="96" fill="#8d8a83" fill-opacity="0.16"/>' +
  '<svg x="36" y="36" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="#8d8a83" stroke-width="1.5" ' +
  `stroke-linecap="round" stroke-linejoin="round">${ICON}</svg>`;
