import { type RawBuilder, type SqlBool, sql } from 'kysely';

let hasCluster = false;

/** Called when a connection finds Citus on its server. */
export function noteCluster(): void {
  hasCluster = true;
}

/** Whether this process has connected to a server with Citus, which stores tables on several servers (ADR 0074). */
export function isOnCluster(): boolean {
  return hasCluster;
}

/**
 * For statements that lock rows, or look up rows of each item in a subquery: Citus plans those for one server only, so on a
 * cluster there is one statement per post, in the order of posts. On one server there is one for all.
 */
export function groupByServer<Item>(items: Item[], postOf: (item: Item) => number): Item[][] {
  if (!isOnCluster()) return items.length > 0 ? [items] : [];
  const groups = Map.groupBy(items, postOf);
  return [...groups].sort(([one], [other]) => one - other).map(([, group]) => group);
}

/**
 * A condition that is true in any case and names the shard of a table: Citus looks for it in conditions on the table's own
 * column, not in a join with another query level. Not on one server, where it would change the plan.
 */
export function onCluster(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return isOnCluster() ? condition : sql<SqlBool>`true`;
}
