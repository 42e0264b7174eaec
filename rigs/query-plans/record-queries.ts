import pg from 'pg';

export type RecordedQuery = {
  text: string;
  values: unknown[];
  /** What came back. */
  rows: Record<string, unknown>[];
};

/** Everything the service asks of the database while `work` runs: the very texts and values, from the driver. */
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
    // Nothing is promised to who brings a callback.
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
