/** Without it, Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\u{feff}';
/** A cell that begins so would be run as a formula; Chinese and Japanese versions of Excel read the full-width signs, too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A table as CSV (RFC 4180). */
export function toCsv(rows: (string | number)[][]): string {
  return `${BYTE_ORDER_MARK}${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
