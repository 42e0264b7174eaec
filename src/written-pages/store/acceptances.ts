import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { TERMS } from '../rules.ts';

type Acceptance = {
  uid: number;
  /** What the member saw: later versions are not accepted. */
  upTo: number;
  accepted_at: Date;
};

/** Of each page the newest version that the member saw. The caller has locked the member. */
const newestSeen = (upTo: number) => sql`
  select distinct on (page) page, id, withdrawn from page_version
   where id <= ${upTo} and page = any(${[...TERMS]}) order by page, version desc`;

/** All terms, as somebody accepts them who joins. */
export async function acceptAll(trx: Trx, acceptance: Acceptance): Promise<void> {
  const { uid, upTo, accepted_at } = acceptance;
  await sql`
    with seen as (${newestSeen(upTo)}), accepted as (
      insert into page_acceptance (uid, version_id, accepted_at)
      select ${uid}, id, ${accepted_at} from seen where not withdrawn
      on conflict do nothing
    )
    update users set accepted_terms = greatest(accepted_terms, (select max(id) from seen where not withdrawn))
     where uid = ${uid}`.execute(trx);
}

/** Those that the member is asked for. */
export async function acceptAsked(trx: Trx, acceptance: Acceptance): Promise<void> {
  const { uid, upTo, accepted_at } = acceptance;
  await sql`
    with seen as (${newestSeen(upTo)}), asked as (
      select seen.id from seen, users
       where users.uid = ${uid} and not seen.withdrawn and exists (
             select from page_version as asking
              where asking.page = seen.page and asking.must_accept
                and asking.id > users.accepted_terms and asking.id <= seen.id
                and not exists (select from page_version as gone
                                 where gone.page = seen.page and gone.withdrawn
                                   and gone.id between asking.id and seen.id))
    ), accepted as (
      insert into page_acceptance (uid, version_id, accepted_at)
      select ${uid}, id, ${accepted_at} from asked
      on conflict do nothing
    )
    update users set accepted_terms = (select max(id) from asked)
     where uid = ${uid} and (select max(id) from asked) > accepted_terms`.execute(trx);
}

export async function deleteAcceptancesOf(trx: Trx, uid: number): Promise<void> {
  await trx.deleteFrom('page_acceptance').where('uid', '=', uid).execute();
}
