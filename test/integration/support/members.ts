import type { TestDatabase } from './database.ts';
import { registerBearer, type Tokens } from './http.ts';

const AT_ONCE = 8;

/** Members with experience, at level 1 unless more is given. */
export async function registerMembers(
  database: TestDatabase,
  url: string,
  count: number,
  exp = 1,
): Promise<Tokens[]> {
  const members: Tokens[] = [];
  while (members.length < count) {
    const batch = Math.min(AT_ONCE, count - members.length);
    members.push(...(await Promise.all(Array.from({ length: batch }, () => registerBearer(url)))));
  }
  await database.sql(
    `with opening as (
       insert into exp_entry (uid, delta, exp_after, reason, cause, created_at)
       select unnest($1::bigint[]), $2::int, $2::int, 'opening', 'opening', now() returning uid
     ) update users set exp = $2 from opening where users.uid = opening.uid`,
    [members.map((one) => one.uid), exp],
  );
  return members;
}
