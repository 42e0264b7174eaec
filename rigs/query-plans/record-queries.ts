import pg from 'pg';

export type RecordedQuery = {
  text: string;
  values: unknown[];
  /** The result rows. */
  rows: Record<string, unknown>[];
};

/** Records the service's statements while `work` runs: texts and values from the driver. */
export async function recordQueries<T>(
  work: () => Promise<T>,
): Promise<{ queries: RecordedQuery[]; result: T }> {
  const queries: RecordedQuery[] = [];
  const original = pg.Client.prototype.query;
  // biome-ignore lint/suspicious/noExplicitAny: pg overloads query() eight ways; ours are named and have values.
  pg.Client.prototype.query = function watched(this: pg.Client, query: any, ...rest: any[]) {
    const result = Reflect.apply(original, this, [query, ...rest]);
    if (typeof query?.text !== 'string' || !Array.isArray(query.values)) return result;
    const one: RecordedQuery = { text: query.text, values: query.values, rows: [] };
    queries.push(one);
    // With a callback, pg returns no promise.
    return result?.then((result: pg.QueryResult) => {
      one.rows = result.rows;
      return result;
    });
  } as never;
  try {
    return { result: await work(), queries };
  } finally {
    pg.Client.prototype.query = original;
  }
}
