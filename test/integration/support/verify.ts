import { operatorOf } from '../../support/lamplight.ts';
import { BASE_URL } from '../../support/world.ts';
import { SECRET_KEY } from './web.ts';

/** `lamplight verify` as an operator runs it; its whole output where something differs. */
export async function verify(databaseUrl: string): Promise<string> {
  const lamplight = operatorOf({ DATABASE_URL: databaseUrl, SECRET_KEY, BASE_URL });
  const { code, stdout, stderr } = await lamplight('verify');
  return code === 0 ? 'clean' : stdout + stderr;
}
