export function table(heads: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)].join('\n');
}

/** Rounds to two significant digits: more would suggest false precision. */
export function amount(number: number): string {
  if (number === 0) return '0';
  const digits = Math.max(0, 1 - Math.floor(Math.log10(Math.abs(number))));
  const scale = 10 ** (1 - Math.floor(Math.log10(Math.abs(number))));
  const rounded = Math.round(number * scale) / scale;
  return rounded
    .toLocaleString('en-US', { maximumFractionDigits: Math.min(digits, 3) })
    .replaceAll(',', ' ');
}

export function millions(members: number): string {
  return `${members / 1_000_000} million`;
}
