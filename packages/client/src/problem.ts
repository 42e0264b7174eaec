import type { ProblemCode } from './problem-code.ts';

export type FieldProblem = { pointer: string; detail: string };

/** An error response (RFC 9457). `detail` is for people; `code` is for programs and stable. */
export class LamplightProblem extends Error {
  override readonly name = 'LamplightProblem';
  readonly status: number;
  /** `unexpected_response`: no problem document, such as the error page of a proxy. */
  readonly code: ProblemCode | 'unexpected_response';
  /** In the requested language. */
  readonly detail: string;
  /** The invalid fields, if any. */
  readonly errors: readonly FieldProblem[];
  /** Seconds to wait, if waiting helps. */
  readonly retry_after: number | undefined;
  /** The id of the request, also in the log of the site. */
  readonly instance: string | undefined;
  /** The whole document: some codes have more fields, such as `required_level` or `balance`. */
  readonly document: Readonly<Record<string, unknown>>;

  constructor(status: number, document: Record<string, unknown>) {
    const { code, detail, errors, retry_after, instance } = document as Partial<LamplightProblem>;
    super(detail ?? `the site responded with ${status}`);
    this.status = status;
    this.code = code ?? 'unexpected_response';
    this.detail = this.message;
    this.errors = errors ?? [];
    this.retry_after = retry_after;
    this.instance = instance;
    this.document = document;
  }
}

export async function readProblem(response: Response): Promise<LamplightProblem> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  const document = isProblem ? await response.json().catch(() => ({})) : {};
  return new LamplightProblem(response.status, document);
}

/** The JSON of a successful response. A proxy may respond with 200 and a page of its own. */
export async function readValue(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  return response.json().catch(() => {
    throw new LamplightProblem(response.status, {});
  });
}
