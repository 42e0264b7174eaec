import { useToken } from '../../api-tokens/actions/use-token.ts';
import type { Context, Viewer } from '../../context.ts';
import { toViewer } from './validate-session.ts';

/** D70: without the scope `admin` a token of the staff acts as a member: it sees and does nothing that others cannot. */
export async function findTokenViewer(ctx: Context, text: string): Promise<Viewer | null> {
  const token = await useToken(ctx, text);
  if (!token) return null;
  const viewer = toViewer({ ...token, id: '' });
  const role = token.scopes.includes('admin') ? viewer.role : 'member';
  return { ...viewer, role, scopes: token.scopes };
}
