import { openStalledUploads } from '../../../test/support/slow-clients.ts';
import { type Attack, aborted } from '../attack.ts';
import { ATTACKER } from '../community.ts';

const CONNECTIONS = 200;

export const IDLE_BODIES: Attack = {
  name: 'idle-bodies',
  title: `${CONNECTIONS} connections to each process that never send their body`,
  async run({ site }, signal) {
    const connect = (port: number) =>
      openStalledUploads({ port }, '/api/auth/login', ATTACKER, CONNECTIONS);
    const groups = await Promise.all(site.ports.map(connect));
    await aborted(signal);
    for (const clients of groups) clients.close();
    return [];
  },
};
