import pg from 'pg';

export type Asked = {
  text: string;
  values: unknown[];
  /** What came back. */
  rows: Record<string, unknown>[];
};

/** Everything the service asks of the database while `work` runs: the very texts and values, from the driver. */
export async function watchQueries<T>(
  work: () => Promise<T>,
): Promise<{ asked: Asked[]; answer: T }> {
  const asked: Asked[] = [];
  const original = pg.Client.prototype.query;
  // biome-ignore lint/suspicious/noExplicitAny: pg overloads query() eight ways; ours are named and have values.
  pg.Client.prototype.query = function watched(this: pg.Client, query: any, ...rest: any[]) {
    const answer = Reflect.apply(original, this, [query, ...rest]);
    if (typeof query?.text !== 'string' || !Array.isArray(query.values)) return answer;
    const one: Asked = { text: query.text, values: query.values, rows: [] };
    asked.push(one);
    // Nothing is promised to who brings a callback.
    return answer?.then((result: pg.QueryResult) => {
      one.rows = result.rows;
      return result;
    });
  } as never;
  try {
    return { answer: await work(), asked };
  } finally {
    pg.Client.prototype.query = original;
  }
}
