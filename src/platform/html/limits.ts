/** D18, 1.3.3. For incoming and for stored bodies. */
export const BODY_BYTES_MAX = 200_000;
export const DEPTH_MAX = 64;
export const NODES_MAX = 20_000;
/** In characters; a longer note is cut, a longer formula stays code. */
export const FOOTNOTE_MAX = 1_000;
export const FORMULA_MAX = 2_000;

type Limit = 'bytes' | 'depth' | 'nodes' | 'unstable';

/** The body exceeds a limit of 1.3.3. The domain turns it into a refusal. */
export class HtmlTooComplex extends Error {
  readonly limit: Limit;

  constructor(limit: Limit) {
    super(`The HTML is too complex: ${limit}`);
    this.name = 'HtmlTooComplex';
    this.limit = limit;
  }
}

export function assertSize(html: string): void {
  if (Buffer.byteLength(html) > BODY_BYTES_MAX) throw new HtmlTooComplex('bytes');
}
