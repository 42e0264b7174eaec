import type { Site } from '../platform/site.ts';

/** The logo of the site: the owner's, or a flame on a seal. */
export function Logo({ site }: { site: Site }) {
  if (site.logo)
    return <img class="logo-image" src={iconUrl('96', site)} alt="" width={26} height={26} />;
  return (
    <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
      <rect class="logo-seal" width="24" height="24" rx="4" />
      <path class="logo-flame" d={FLAME} />
    </svg>
  );
}

const FLAME =
  'M12 4c.5 2.8 4.3 4.3 4.3 8a4.3 4.3 0 0 1-8.6 0c0-1.7.9-2.9 1.9-3.9.2 1 .6 1.6 1.2 1.9.1-2.2.2-4.2 1.2-6zM7.7 18.2h8.6v1.5H7.7z';

/** The same logo for the browser tab. */
export const ICON = iconIn('#0b6b63', '#fff');

/** In the owner's color. */
export function iconIn(seal: string, flame: string): string {
  return svg(`rx="4" fill="${seal}"`, `<path fill="${flame}" d="${FLAME}"/>`);
}

/** With a smaller flame: a system cuts such an icon to any shape within the inner four fifths. */
export const MASKABLE_ICON = svg(
  'fill="#0b6b63"',
  `<path fill="#fff" transform="translate(3 3) scale(.75)" d="${FLAME}"/>`,
);

/** For dark pictures. */
export const SEAL = svg('rx="4" fill="#f3eedf"', `<path fill="#143032" d="${FLAME}"/>`);

export const ICON_URL = '/assets/lamp.svg';
export const ACCENT_URL = '/site.css';

/** A new address for each new color, so that browsers keep the sheet. */
export function accentUrl({ version }: Site): string {
  return `${ACCENT_URL}?v=${version}`;
}

/** A size of the logo: `96`, `192`, `512` or `maskable-512`. */
export function iconUrl(size: string, { logo }: Site): string {
  return logo ? `/icons/${size}.png?v=${logo}` : `/icons/${size}.png`;
}

/** What the tab of the browser shows. */
export function BrowserIcon({ site }: { site: Site }) {
  if (site.logo) return <link rel="icon" type="image/png" href={iconUrl('192', site)} />;
  const version = site.accent ? `?v=${site.version}` : '';
  return <link rel="icon" type="image/svg+xml" href={`${ICON_URL}${version}`} />;
}

function svg(square: string, flame: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" ${square}/>${flame}</svg>`;
}
