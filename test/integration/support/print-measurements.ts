/** One line of figures per proof, to be read in the log of the run. */
export function printMeasurements(proof: string, figures: Record<string, unknown>): void {
  const parts = Object.entries(figures).map(([name, value]) => `${name} ${format(value)}`);
  process.stdout.write(`[proof] ${proof}: ${parts.join(', ')}\n`);
}

function format(value: unknown): string {
  if (typeof value === 'number') {
    return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(3)));
  }
  if (typeof value === 'string') return value;
  const entries = Object.entries(value as Record<string, unknown>);
  return `(${entries.map(([name, one]) => `${name} ${format(one)}`).join(', ')})`;
}
