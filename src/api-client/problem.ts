import type { ProblemCode } from './problem-code.ts';

export type FieldProblem = { pointer: string; detail: string };

/** How the site says no. What it says is for people, `code` is for programs and stays. */
export class LamplightProblem extends Error {
  override readonly name = 'LamplightProblem';
  readonly status: number;
  /** `unexpected_answer`: something that is no problem document, such as the error page of a proxy. */
  readonly code: ProblemCode | 'unexpected_answer';
  /** In the language that was asked for. */
  readonly detail: string;
  /** Which fields are wrong, where some are. */
  readonly errors: readonly FieldProblem[];
  /** Seconds to wait, where waiting helps. */
  readonly retry_after: number | undefined;
  /** The id of the request, which the log of the site has too. */
  readonly instance: string | undefined;
  /** The whole document: some codes come with more, such as `required_level` or `balance`. */
  readonly document: Readonly<Record<string, unknown>>;

  constructor(status: number, document: Record<string, unknown>) {
    const { code, detail, errors, retry_after, instance } = document as Partial<LamplightProblem>;
    super(detail ?? `the site answered ${status}`);
    this.status = status;
    this.code = code ?? 'unexpected_answer';
    this.detail = this.message;
    this.errors = errors ?? [];
    this.retry_after = retry_after;
    this.instance = instance;
    this.document = document;
  }
}

export async function readProblem(answer: Response): Promise<LamplightProblem> {
  const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json');
  return new LamplightProblem(answer.status, isProblem ? await answer.json() : {});
}
