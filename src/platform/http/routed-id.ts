import { Type } from 'typebox';
import { Refusal } from '../../refusals.ts';
import { Closed } from './validation.ts';

/**
 * An id in a path, alone or after the id of what its row is stored with: `7-345` is comment 345 of post 7. Ids are unique
 * by themselves, so both name the same row. On a site with several database servers, the long form reads one of them, and
 * the short form asks all. Pages and scripts of the site use the long form.
 */
export type RoutedId = { owner: number | undefined; id: number };

const FORM = /^(?:([1-9]\d{0,15})-)?([1-9]\d{0,15})$/;

/** D4: identifiers are positive safe integers. */
export const RoutedId = Type.Refine(
  Type.String({ pattern: FORM.source, maxLength: 33, examples: ['7-345', '345'] }),
  (text) => text.split('-').every((part) => Number.isSafeInteger(Number(part))),
);

export const RoutedParams = Closed({ id: RoutedId });

export function readRoutedId(text: string): RoutedId {
  const [, owner, id] = FORM.exec(text) ?? [];
  return { owner: owner === undefined ? undefined : Number(owner), id: Number(id) };
}

export function writeRoutedId(owner: number, id: number): string {
  return `${owner}-${id}`;
}

/** The owner of the row: the short form looks it up. */
export async function findOwner(
  { owner, id }: RoutedId,
  find: (id: number) => Promise<number | undefined>,
): Promise<number> {
  const found = owner ?? (await find(id));
  if (found === undefined) throw new Refusal('not_found');
  return found;
}

/** A05: the id of an own row, in either form; another member's row is not found. */
export function readOwnId(text: string, { uid }: { uid: number }): number {
  const { owner, id } = readRoutedId(text);
  if (owner !== undefined && owner !== uid) throw new Refusal('not_found');
  return id;
}
