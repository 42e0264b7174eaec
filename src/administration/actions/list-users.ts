import type { Context, Role, UserStatus } from '../../context.ts';
import { type Page, readPage, TextKey, toPage } from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import { normalizeName } from '../../profiles/rules.ts';
import { Refusal } from '../../refusals.ts';
import { findUserByEmail } from '../../users/actions/find-user.ts';
import { listCards } from '../../users/actions/list-cards.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import { withLevel } from '../../users/rules.ts';
import type { UserCard } from '../../users/schema.ts';
import type { StaffUser, UserQuery } from '../schema/people.ts';
import { findByUid, listByName, listByUid, type PersonRow } from '../store/people.ts';

const UID = /^[1-9]\d{0,14}$/;

/** D47: all members, newest first; with `q`, first the exact match and then names that begin with it. */
export async function listUsers(ctx: Context, request: UserQuery): Promise<Page<StaffUser>> {
  if (request.q !== undefined) return searchUsers(ctx, { ...request, q: request.q.trim() });
  const page = readPage(Id, request);
  const rows = await listByUid(ctx.db, request, ctx.now(), page);
  const inviters = await findInviters(ctx, rows);
  return toPage(
    rows,
    page.limit,
    (row) => row.uid,
    (row) => present(ctx, row, inviters),
  );
}

async function searchUsers(
  ctx: Context,
  request: UserQuery & { q: string },
): Promise<Page<StaffUser>> {
  const page = readPage(TextKey, request);
  const uid = await findExactUid(ctx, request.q);
  // The exact match comes before all names, so only on the first page.
  const exact = page.after === undefined && (await findByUid(ctx.db, request, ctx.now(), uid));
  const named = { ...request, prefix: normalizeName(request.q), but: uid };
  const rows = await listByName(ctx.db, named, ctx.now(), page);
  const found = exact ? [exact, ...rows] : rows;
  const inviters = await findInviters(ctx, found);
  return toPage(
    found,
    page.limit,
    (row) => (row.uid === uid ? '' : row.username_key),
    (row) => present(ctx, row, inviters),
  );
}

/** The uid that `q` names by number or e-mail address, or 0. */
async function findExactUid(ctx: Context, q: string): Promise<number> {
  if (UID.test(q)) return Number(q);
  const user = q.includes('@') ? await findUserByEmail(ctx.db, q) : undefined;
  return user?.uid ?? 0;
}

export async function getStaffUser(ctx: Context, uid: number): Promise<StaffUser> {
  const row = await findByUid(ctx.db, {}, ctx.now(), uid);
  if (!row) throw new Refusal('not_found');
  return present(ctx, row, await findInviters(ctx, [row]));
}

type Inviters = Map<number, UserCard>;

function findInviters(ctx: Context, rows: PersonRow[]): Promise<Inviters> {
  return listCards(
    ctx,
    rows.flatMap(({ inviter_uid }) => inviter_uid ?? []),
  );
}

function present(ctx: Context, row: PersonRow, inviters: Inviters): StaffUser {
  const invited_by = inviters.get(row.inviter_uid ?? 0) ?? null;
  return {
    ...presentCard(ctx, withLevel(row)),
    email: row.email,
    role: row.role as Role,
    status: row.status as UserStatus,
    banned_until: row.banned_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
    balance: row.balance,
    exp: row.exp,
    invited_by,
    session_count: row.session_count ?? 0,
  };
}
