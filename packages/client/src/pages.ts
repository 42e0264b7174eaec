type Page = { items: unknown[]; next_cursor: string | null };
type List = (input: never, options?: never) => Promise<Page>;
type ItemOf<L extends List> = Awaited<ReturnType<L>>['items'][number];

/**
 * Every item of a list, page after page as they are needed:
 * `for await (const post of pages(site.listPosts, { query: { limit: 50 } }))`.
 */
export async function* pages<L extends List>(
  list: L,
  ...[input, options]: Parameters<L>
): AsyncGenerator<ItemOf<L>, void, undefined> {
  const first = (input ?? {}) as { query?: object };
  let cursor: string | null | undefined;
  do {
    const query = cursor === undefined ? first.query : { ...first.query, cursor };
    const page = await list({ ...first, query } as never, options);
    yield* page.items as Awaited<ItemOf<L>>[];
    cursor = page.next_cursor;
  } while (cursor !== null);
}
