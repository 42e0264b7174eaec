/** Prints one line of measurements per test into the log of the run. */
export function printMeasurements(test: string, measurements: Record<string, unknown>): void {
  const parts = Object.entries(measurements).map(([name, value]) => `${name} ${format(value)}`);
  process.stdout.write(`[measured] ${test}: ${parts.join(', ')}\n`);
}

function format(value: unknown): string {
  if (typeof value === 'number') {
    return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(3)));
  }
  if (typeof value === 'string') return value;
  const entries = Object.entries(value as Record<string, unknown>);
  return `(${entries.map(([name, one]) => `${name} ${format(one)}`).join(', ')})`;
}
