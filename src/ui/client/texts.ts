type Texts = Record<'offline' | 'unknown' | 'wait' | 'log_in' | 'check_field', string>;

/** The few sentences every script may need, handed over by the layout. */
export function texts(): Texts {
  return JSON.parse(document.body.dataset['texts'] ?? '{}') as Texts;
}

/** What to tell a person of something that went wrong. */
export function sentenceOf(problem: { status: number; message: string }): string {
  if (problem.status === 0) return texts().offline;
  return problem.message || texts().unknown;
}
