import { emailOf, LOG_INS } from '../../src/demo/accounts.ts';
import { sendOk } from './http.ts';
import type { Site } from './site.ts';

export type Post = { id: number; title: string; author: { uid: number } };
type Member = { uid: number; email: string };
type StaffUser = Member & {
  role: string;
  status: string;
  deleted_at: string | null;
  balance: number;
};

const RENAMES_COST = 12;

/** The accounts that take part, and the posts to attack. */
export type Community = {
  site: Site;
  /** Tokens. */
  staff: string;
  reader: string;
  /** An account that was registered just now. */
  newcomer: string;
  posts: Post[];
  /** Members with public posts that no other attack needs. Each is taken once. */
  authors: (Member & { posts: Post[] })[];
};

/** Addresses of the measured visitors, of staff, and of the attacker. */
export const VISITOR = '127.0.0.21';
export const STAFF = '127.0.0.22';
export const ATTACKER = '127.0.0.66';

export async function meetCommunity(site: Site): Promise<Community> {
  const [port] = site.ports;
  const owner = await logIn(site, emailOf(LOG_INS.owner), STAFF);
  const staff = await logIn(site, emailOf(LOG_INS.admin), STAFF);
  // Without review, a rename takes effect at once.
  await sendOk(port, {
    ...{ method: 'PUT', path: '/api/admin/site-settings/audit.enabled', from: STAFF },
    ...{ token: owner, body: { value: false } },
  });
  const posts = await listAll<Post>(port, '/api/posts', staff);
  const users = await listAll<StaffUser>(port, '/api/admin/users', staff);
  const apart = new Set<string>(Object.values(LOG_INS).map(emailOf));
  const authors = users
    .filter((user) => isVictim(user) && !apart.has(user.email))
    // Visitors request the first post.
    .filter(({ uid }) => uid !== posts[0]?.author.uid)
    .map((user) => ({ ...user, posts: posts.filter((post) => isOf(user, post)) }))
    .filter((author) => author.posts.length > 0);
  return {
    site,
    staff,
    reader: await logIn(site, emailOf(LOG_INS.reader), VISITOR),
    newcomer: await register(site),
    posts,
    authors,
  };
}

/** Can pay for two renames. */
function isVictim({ role, status, deleted_at, balance }: StaffUser): boolean {
  return role === 'member' && status === 'active' && deleted_at === null && balance >= RENAMES_COST;
}

/** With a title that looks the same in HTML and JSON. */
function isOf({ uid }: Member, { author, title }: Post): boolean {
  return author.uid === uid && !/[&<>"'\\]/.test(title);
}

export async function logIn(site: Site, email: string, from: string): Promise<string> {
  const body = { email, password: site.password, transport: 'bearer' };
  const call = { method: 'POST', path: '/api/auth/login', from, body };
  return (await sendOk(site.ports[0], call)).access_token;
}

async function register(site: Site): Promise<string> {
  const body = {
    email: 'attacker@lamplight.example',
    password: site.password,
    transport: 'bearer',
  };
  const call = { method: 'POST', path: '/api/auth/register', from: ATTACKER, body };
  return (await sendOk(site.ports[0], call)).access_token;
}

async function listAll<T>(port: number, path: string, token: string): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor ? `?cursor=${encodeURIComponent(cursor)}` : '';
    const page = await sendOk(port, { path: `${path}${query}`, from: STAFF, token });
    items.push(...page.items);
    cursor = page.next_cursor ?? null;
  }
  return items;
}
