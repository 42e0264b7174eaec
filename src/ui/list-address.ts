type Parameters = Record<string, string | number | undefined>;

/** The address of a page with the filters that are set. */
export function addressOf(path: string, parameters: Parameters): string {
  const set = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}

/** The next page of a list, with the filters of this one. */
export function nextPage(path: string, filters: Parameters, cursor: string | null): string | null {
  return cursor === null ? null : addressOf(path, { ...filters, cursor });
}
