import pg from 'pg';

export type Asked = { text: string; values: unknown[] };

/** Everything the service asks of the database while `work` runs: the very texts and values, from the driver. */
export async function watchQueries<T>(
  work: () => Promise<T>,
): Promise<{ asked: Asked[]; answer: T }> {
  const asked: Asked[] = [];
  const original = pg.Client.prototype.query;
  // biome-ignore lint/suspicious/noExplicitAny: pg overloads query() eight ways; ours are named and have values.
  pg.Client.prototype.query = function watched(this: pg.Client, query: any, ...rest: any[]) {
    if (
      query &&
      typeof query === 'object' &&
      typeof query.text === 'string' &&
      Array.isArray(query.values)
    )
      asked.push({ text: query.text, values: query.values });
    return Reflect.apply(original, this, [query, ...rest]);
  } as never;
  try {
    return { answer: await work(), asked };
  } finally {
    pg.Client.prototype.query = original;
  }
}
