/** A value as text that PostgreSQL reads back as the same value; null for null. */
export function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value)) return `{${value.map(element).join(',')}}`;
  return String(value);
}

function element(value: unknown): string {
  if (value === null) return 'NULL';
  const text = value instanceof Date ? value.toISOString() : String(value);
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
