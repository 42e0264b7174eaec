/** Compares what an older release showed with a newer response, which may have more fields. Returns the first difference. */
export function findDifference(before: unknown, now: unknown, path = ''): string | undefined {
  if (before === null || typeof before !== 'object')
    return before === now ? undefined : `${path}: ${show(before)} is now ${show(now)}`;
  if (now === null || typeof now !== 'object')
    return `${path}: ${show(before)} is now ${show(now)}`;
  if (Array.isArray(before) && before.length !== (now as unknown[]).length)
    return `${path}: ${before.length} items are now ${(now as unknown[]).length}`;
  for (const [key, value] of Object.entries(before)) {
    const found = findDifference(value, (now as Record<string, unknown>)[key], `${path}/${key}`);
    if (found) return found;
  }
  return undefined;
}

function show(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 100);
}
