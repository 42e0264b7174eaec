/** The examples at the end of every command's help. */
export function formatExamples(...lines: string[]): string {
  const heading = lines.length === 1 ? 'Example:' : 'Examples:';
  return ['', heading, ...lines.map((line) => `  ${line}`)].join('\n');
}
