/** type: not one of the formats. size: too many bytes. pixels: too much to decode. broken: cannot be decoded. */
export type RefusedReason = 'type' | 'size' | 'pixels' | 'broken';

/** `detail` is the decoder's message, for logs only. */
export class ImageRefused extends Error {
  readonly reason: RefusedReason;
  readonly detail: string | undefined;

  constructor(reason: RefusedReason, detail?: string) {
    super(`The image is refused: ${reason}`);
    this.reason = reason;
    this.detail = detail;
  }
}
