import { Value } from 'typebox/value';
import { createInvitationLink, mailInvitation } from '../../account-mail/actions/invite-member.ts';
import { RegisterBody } from '../../accounts/schema.ts';
import type { Context, Viewer } from '../../context.ts';
import { randomToken } from '../../platform/secrets.ts';
import { changeProfile } from '../../profiles/actions/change-profile.ts';
import { Refusal } from '../../refusals.ts';
import { createUser } from '../../users/actions/create-user.ts';
import {
  findUser,
  findUserByEmail,
  isEmailTaken,
  type User,
} from '../../users/actions/find-user.ts';
import type { AuthorRecord } from '../records.ts';
import { addProblem, type Report } from '../report.ts';
import { findImported, insertImported } from '../store.ts';

export type AuthorImport = {
  ctx: Context;
  source: string;
  report: Report;
  dry_run: boolean;
  /** By name or id, as the operator wrote them; and for all others. */
  addresses: ReadonlyMap<string, string>;
  fallback: string | null;
  /** Those of the source, by id. */
  authors: Map<string, AuthorRecord>;
  /** What each became: null for nobody. */
  members: Map<string, Viewer | null>;
};

/** In a dry run nobody is created: any member stands for them. */
const NOBODY_YET = 0;
const PASSWORD_BYTES = 32;

export function viewerOf(uid: number): Viewer {
  return { uid, role: 'member', status: 'active', session_id: '', exp: 0, checked_in_on: null };
}

/**
 * The member who wrote as this author: found by the address, or else created and invited to set a password. Null if the
 * source has no address and the operator gave none.
 */
export async function getMember(state: AuthorImport, id: string): Promise<Viewer | null> {
  const known = state.members.get(id);
  if (known !== undefined) return known;
  const found = await findOrCreate(state, id);
  state.members.set(id, found);
  return found;
}

async function findOrCreate(state: AuthorImport, id: string): Promise<Viewer | null> {
  const { ctx, source, report } = state;
  const key = { source, subject_kind: 'user', id } as const;
  const author = state.authors.get(id);
  const imported = await findImported(ctx.db, key);
  const user = imported === undefined ? undefined : await findUser(ctx.db, imported);
  if (user) return useMember(state, user, author);

  const name = author?.name || id;
  const email = addressOf(state, id, author);
  if (email === null) {
    addProblem(
      report,
      `author ${name || '(unknown)'}`,
      'has no mail address: use --author or --authors',
    );
    return null;
  }
  if (!Value.Check(RegisterBody.properties.email, email)) {
    addProblem(report, `author ${name}`, `${email} is not a mail address`);
    return null;
  }
  const existing = await findUserByEmail(ctx.db, email);
  if (existing) {
    if (!state.dry_run) await ctx.tx((trx) => insertImported(trx, key, existing.uid));
    report.counts.known_members += 1;
    return useMember(state, existing, author);
  }
  if (await isEmailTaken(ctx.db, email)) {
    addProblem(report, `author ${name}`, 'the address is reserved for its former account');
    return null;
  }
  report.counts.new_members += 1;
  if (state.dry_run) return viewerOf(NOBODY_YET);
  // Every account has a way in; nobody knows this one.
  const password_hash = await ctx.passwords.hash(randomToken(PASSWORD_BYTES));
  const created = await ctx.tx(async (trx) => {
    const member = { email, password_hash, role: 'member', created_at: ctx.now() } as const;
    const one = await createUser(trx, member);
    await insertImported(trx, key, one.uid);
    await mailInvitation(ctx, trx, one);
    return one;
  });
  return useMember(state, created, author);
}

/** An interrupted import may have created the member without the name. */
async function useMember(
  state: AuthorImport,
  user: User,
  author: AuthorRecord | undefined,
): Promise<Viewer | null> {
  const { ctx, report, dry_run } = state;
  if (user.deleted_at || user.email === null) {
    addProblem(report, `author ${author?.name || user.uid}`, 'the account is deleted');
    return null;
  }
  const viewer = viewerOf(user.uid);
  if (dry_run || !author?.name || user.username !== null || !isInvited(user)) return viewer;
  try {
    await changeProfile(ctx, viewer, { username: author.name });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code !== 'change_pending')
      addProblem(report, `author ${author.name}`, `the name cannot be a name here (${error.code})`);
  }
  return viewer;
}

function addressOf(
  { addresses, fallback }: AuthorImport,
  id: string,
  author: AuthorRecord | undefined,
): string | null {
  const given = addresses.get(id) ?? (author ? addresses.get(author.name) : undefined);
  return given ?? (author?.email || fallback);
}

/** Created by an operator and never used: the first log-in stores a language, a first password verifies the address. */
function isInvited({ locale, email_verified_at }: User): boolean {
  return locale === null && email_verified_at === null;
}

/** For a site without mail: a link for each member of this source who has never logged in. New ones end the old ones. */
export async function listInvitations(
  state: AuthorImport,
): Promise<{ email: string; link: string }[]> {
  const links: { email: string; link: string }[] = [];
  const uids = [...state.members.values()].flatMap((one) => (one ? [one.uid] : []));
  for (const uid of new Set(uids)) {
    const user = await findUser(state.ctx.db, uid);
    if (!user?.email || !isInvited(user)) continue;
    links.push({ email: user.email, link: await createInvitationLink(state.ctx, user) });
  }
  return links;
}
