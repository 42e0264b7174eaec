import { draftLogin, draftLogout } from '../chaos/generator.ts';
import { arrive } from './arrivals.ts';
import type { Call } from './http-client.ts';
import type { Sample } from './sample.ts';
import type { Stage } from './scenarios/scenario.ts';

/** Requests per second: log-ins and log-outs alternate. */
const RATE = 4;

/** Members log in, and later log out of that session. */
export function logInAndOut({ site, seconds }: Stage): Promise<Sample[]> {
  const opened: string[] = [];
  let count = 0;
  const comes = (): Call => {
    const { members } = site.community;
    const member = members[count % members.length];
    if (!member) throw new Error('the community has no members');
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
