/** The logo of the site: a flame on a seal. */
export function Logo() {
  return (
    <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
      <rect class="logo-seal" width="24" height="24" rx="4" />
      <path class="logo-flame" d={FLAME} />
    </svg>
  );
}

const FLAME =
  'M12 4c.5 2.8 4.3 4.3 4.3 8a4.3 4.3 0 0 1-8.6 0c0-1.7.9-2.9 1.9-3.9.2 1 .6 1.6 1.2 1.9.1-2.2.2-4.2 1.2-6zM7.7 18.2h8.6v1.5H7.7z';

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="4" fill="#0b6b63"/><path fill="#fff" d="${FLAME}"/></svg>`;

/** The same logo for the browser tab. */
export const FAVICON = { url: '/assets/lamp.svg', text: SVG };
