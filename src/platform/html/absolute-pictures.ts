import { type TrustedHtml, trust } from './trusted.ts';

/** A tag as our serializer writes it. In text `<` is always escaped, so the matches are exactly the pictures. */
const PICTURE = /<img(?: [a-z-]+(?:="[^"]*")?)*>/g;
const LOCAL_ADDRESS = / src="\/(?!\/)/;

/** For readers outside the site: pictures with the site's address. Links in a body are absolute already. */
export function absolutePictures(html: TrustedHtml, origin: string): TrustedHtml {
  return trust(html.replace(PICTURE, (tag) => tag.replace(LOCAL_ADDRESS, ` src="${origin}/`)));
}
