import { setTimeout as sleep } from 'node:timers/promises';
import { startLoad } from '../load.ts';
import type { Outcome, Site, Step } from '../step.ts';

const BACK_SECONDS = 60;
const STEADY_MS = 3_000;

/** As docs/operations.md does it: every process accepts the new key before one signs with it. */
const ROTATE = `
file=/etc/lamplight/lamplight.env
old=$(sed -n 's/^SECRET_KEY=//p' $file)
new=$(openssl rand -base64 48)
echo "SECRET_KEY_NEXT=$new" >> $file
lamplight-release restart
sed -i '/^SECRET_KEY/d' $file
printf 'SECRET_KEY=%s\\nSECRET_KEY_PREVIOUS=%s\\n' "$new" "$old" >> $file
lamplight-release restart`;

/** Runs the command while visitors and members use the site through nginx. */
async function underLoad({ machine }: Site, command: string): Promise<Outcome> {
  const stop = await startLoad(machine);
  await sleep(STEADY_MS);
  const began = performance.now();
  let seconds = 0;
  try {
    await machine.run(command);
    seconds = (performance.now() - began) / 1000;
    await sleep(STEADY_MS);
  } finally {
    const load = await stop();
    const { requests, pages, uploads, unstyled, lost_sessions, failures } = load;
    const isMet = failures.length === 0 && unstyled === 0 && lost_sessions === 0;
    const detail = `${failures.length} of ${requests} requests failed, ${unstyled} of ${pages} pages unstyled, ${lost_sessions} sessions lost, ${uploads} uploads${summarize(failures)}`;
    // biome-ignore lint/correctness/noUnsafeFinally: the load tells more than a failed command.
    return { isMet: isMet && seconds > 0, seconds, detail };
  }
}

function summarize(failures: string[]): string {
  const counts = new Map<string, number>();
  for (const failure of failures) counts.set(failure, (counts.get(failure) ?? 0) + 1);
  return [...counts].map(([failure, count]) => `; ${count} × ${failure}`).join('');
}

export const UPGRADING: Step[] = [
  {
    name: 'rolling upgrade with a migration, under load',
    target: '0 failed, 0 unstyled, 0 lost sessions',
    run: (site) => underLoad(site, `lamplight-release switch ${site.releases.next}`),
  },
  {
    name: 'way back, under load',
    target: `the same, in ${BACK_SECONDS} s`,
    async run(site) {
      const outcome = await underLoad(site, 'lamplight-release back');
      return { ...outcome, isMet: outcome.isMet && (outcome.seconds ?? 0) < BACK_SECONDS };
    },
  },
  {
    name: 'a release that does not start',
    target: 'goes back by itself; 0 failed',
    async run(site) {
      const { machine, releases } = site;
      await machine.run(`
        cp --recursive /opt/lamplight/releases/${releases.next} /opt/lamplight/releases/broken
        echo 'process.exit(1)' > /opt/lamplight/releases/broken/dist/server.js`);
      const outcome = await underLoad(site, '! lamplight-release switch broken');
      const current = await machine.run('readlink /opt/lamplight/current');
      const detail = `${outcome.detail}; current is ${current.includes(releases.first) ? 'the first release' : current}`;
      return { ...outcome, detail, isMet: outcome.isMet && current.includes(releases.first) };
    },
  },
  {
    name: 'upgrade again, `prune`',
    target: 'two releases left',
    async run({ machine, releases }) {
      await machine.run(`lamplight-release switch ${releases.next}; lamplight-release prune`);
      const list = (await machine.run('lamplight-release list')).split('\n');
      return {
        isMet: list.length === 2,
        detail: list.map((line) => line.replace(/-\d+/, '')).join(', '),
      };
    },
  },
  {
    name: 'rotation of `SECRET_KEY`, under load',
    target: '0 failed, 0 lost sessions',
    run: (site) => underLoad(site, ROTATE),
  },
];
