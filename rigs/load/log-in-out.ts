import { draftLogin, draftLogout } from '../chaos/generator.ts';
import { arrive } from './arrivals.ts';
import type { Call } from './http-client.ts';
import type { Sample } from './sample.ts';
import type { Stage } from './scenarios/scenario.ts';

/** A second; each is a log-in or a log-out, so that half as many people come. */
const RATE = 4;

/** People who log in, and a while later log out of the session that they opened. */
export function logInAndOut({ site, seconds }: Stage): Promise<Sample[]> {
  const opened: string[] = [];
  let count = 0;
  const comes = (): Call => {
    const { members } = site.community;
    const member = members[count % members.length];
    if (!member) throw new Error('nobody lives here');
    return { ...logIn(member), onBody: (body) => opened.push(String(body['access_token'])) };
  };
  const next = () => {
    const token = count++ % 2 === 1 ? opened.shift() : undefined;
    return token ? logOut(token) : comes();
  };
  return arrive(site.client, { rate: RATE, seconds, next });
}

export function logIn(member: Parameters<typeof draftLogin>[0]): Call {
  const { path, body } = draftLogin(member);
  return { kind: 'login', part: 'login', method: 'POST', path, body: body ?? {} };
}

function logOut(token: string): Call {
  const { path, body } = draftLogout();
  return { kind: 'logout', part: 'session', method: 'POST', path, body: body ?? {}, token };
}
