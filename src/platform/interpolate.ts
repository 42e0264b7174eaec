/** Replaces each `{{name}}` with its value. */
export function interpolate(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_match, name: string) => String(values[name] ?? ''));
}
