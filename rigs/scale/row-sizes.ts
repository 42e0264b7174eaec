import { readFileSync } from 'node:fs';

export const ROW_SIZES = 'docs/reports/row-sizes.json';

/** Bytes of a row and of its index entries. */
type RowSize = { rows: number; data: number; indexes: number };
export type RowSizes = { measured_on: string; postgresql: string; tables: Record<string, RowSize> };

export function readRowSizes(): RowSizes {
  return JSON.parse(readFileSync(ROW_SIZES, 'utf8'));
}
