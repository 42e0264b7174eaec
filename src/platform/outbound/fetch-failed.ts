/**
 * address: not a public web address, or a name without one. unreachable: no usable response. size: too many bytes.
 * slow: a time limit passed. type: not the kind of file that was expected.
 */
export type FetchFailure = 'address' | 'unreachable' | 'size' | 'slow' | 'type';

/** `detail` is for the metrics and logs of the operator; it must never reach the member who named the address. */
export class FetchFailed extends Error {
  readonly reason: FetchFailure;
  readonly detail: string;

  constructor(reason: FetchFailure, detail: string) {
    super(`The file was not fetched: ${reason} (${detail})`);
    this.reason = reason;
    this.detail = detail;
  }
}
