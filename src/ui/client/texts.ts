type Texts = Record<'offline' | 'unknown' | 'wait' | 'log_in' | 'check_field', string>;

/** The few texts that every script may need; the layout puts them on `<body>`. */
export function readTexts(): Texts {
  return JSON.parse(document.body.dataset['texts'] ?? '{}') as Texts;
}

/** The message of a problem for the reader. */
export function describeProblem(problem: { status: number; message: string }): string {
  if (problem.status === 0) return readTexts().offline;
  return problem.message || readTexts().unknown;
}
