/** The end of every command's help: how it is typed. */
export function examples(...lines: string[]): string {
  const heading = lines.length === 1 ? 'Example:' : 'Examples:';
  return ['', heading, ...lines.map((line) => `  ${line}`)].join('\n');
}
