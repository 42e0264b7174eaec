import { openStalledUploads } from '../../../test/support/slow-clients.ts';
import { type Attack, aborted } from '../attack.ts';
import { ATTACKER } from '../community.ts';

const CONNECTIONS = 200;

export const IDLE_BODIES: Attack = {
  name: 'idle-bodies',
  title: `${CONNECTIONS} connections to each process that never send their body`,
  async run({ site }, signal) {
    const hold = (port: number) =>
      openStalledUploads({ port }, '/api/auth/login', ATTACKER, CONNECTIONS);
    const held = await Promise.all(site.ports.map(hold));
    await aborted(signal);
    for (const clients of held) clients.close();
    return [];
  },
};
