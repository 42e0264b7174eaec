import pg from 'pg';
import type { RecordedQuery } from './record-queries.ts';
import { asText } from './values.ts';

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Node[];
};

export type Explained = {
  text: string;
  /** Rows returned. */
  returned: number;
  /** Rows visited in each table, useful or not. */
  tables: Record<string, number>;
  read: number;
  buffers: number;
  ms: number;
  /** Tables scanned sequentially. */
  seq_scans: string[];
};

/**
 * EXPLAIN (ANALYZE, BUFFERS) of a statement as the service runs it: prepared, with the generic plan that a prepared statement settles
 * on.
 */
export async function explain(
  client: pg.ClientBase,
  { text, values }: RecordedQuery,
): Promise<Explained> {
  await client.query('set plan_cache_mode = force_generic_plan');
  await client.query(`prepare explained as ${text}`);
  try {
    const list = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
    const { rows } = await client.query(
      `explain (analyze, buffers, format json) execute explained${list}`,
    );
    const [result] = rows[0]['QUERY PLAN'] as { Plan: Node; 'Execution Time': number }[];
    if (!result) throw new Error('no plan');
    const scans = flatten(result.Plan).filter((node) => node['Relation Name'] !== undefined);
    const tables: Record<string, number> = {};
    for (const scan of scans) {
      const name = scan['Relation Name'] ?? '';
      tables[name] = (tables[name] ?? 0) + visited(scan);
    }
    return {
      text,
      returned: result.Plan['Actual Rows'],
      tables,
      read: sum(Object.values(tables)),
      buffers: result.Plan['Shared Hit Blocks'] + result.Plan['Shared Read Blocks'],
      ms: result['Execution Time'],
      seq_scans: scans
        .filter((node) => node['Node Type'] === 'Seq Scan')
        .map((node) => node['Relation Name'] ?? ''),
    };
  } finally {
    await client.query('deallocate explained');
  }
}

function flatten(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

function visited(node: Node): number {
  const wasted =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round((node['Actual Rows'] + wasted) * node['Actual Loops']);
}

function literal(value: unknown): string {
  const text = asText(value);
  return text === null ? 'null' : pg.escapeLiteral(text);
}
