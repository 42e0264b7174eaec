import { READY, type Site, type Step, timeUntilReady } from '../step.ts';

const READY_SECONDS = 30;
const TARGET = `ready ${READY_SECONDS} s after the last part`;
const POSTGRES = 'postgresql@15-main.service';
/** Prints the status of a response through nginx. */
const STATUS = `curl --silent --output /dev/null --write-out '%{http_code}' --insecure --max-time 5 https://lamplight.example`;

/** Runs `breaks`, then `returns`, and measures from the end of that. */
function outage(name: string, breaks: string, returns: string, during = `${STATUS}/readyz`): Step {
  return {
    name,
    target: TARGET,
    async run(site) {
      await site.machine.run(breaks);
      const meanwhile = await site.machine.run(`${during} || true`);
      await site.machine.run(returns);
      const seconds = await timeUntilReady(site);
      return {
        seconds,
        isMet: seconds < READY_SECONDS,
        detail: `meanwhile ${meanwhile || 'no response'}`,
      };
    },
  };
}

const kill = (unit: string) => `systemctl kill --kill-who=all --signal=KILL ${unit}`;

async function boot(site: Site, before: string): Promise<void> {
  await site.machine.run(`${before}; sync`);
  await site.machine.cutPower();
}

export const OUTAGES: Step[] = [
  {
    name: 'power failure of the machine',
    target: `ready ${READY_SECONDS} s after the boot`,
    async run(site) {
      await boot(site, 'true');
      const seconds = await timeUntilReady(site);
      return { seconds, isMet: seconds < READY_SECONDS, detail: 'everything started by itself' };
    },
  },
  {
    name: 'PostgreSQL away at boot, back after 20 s',
    target: TARGET,
    async run(site) {
      const { machine } = site;
      await boot(site, 'systemctl disable --quiet postgresql');
      await machine.run('sleep 20');
      const meanwhile = await machine.run(
        `systemctl is-active ${POSTGRES} || true; ${STATUS}/readyz || true`,
      );
      await machine.run('systemctl enable --quiet --now postgresql');
      const seconds = await timeUntilReady(site);
      const detail = `meanwhile PostgreSQL ${meanwhile.split('\n').join(', the site ')}`;
      return { seconds, isMet: seconds < READY_SECONDS, detail };
    },
  },
  {
    name: 'nothing of the site but the processes: all parts start after it',
    target: TARGET,
    async run(site) {
      const { machine } = site;
      await boot(site, 'systemctl disable --quiet postgresql redis-server nginx');
      for (const part of ['nginx', 'redis-server', 'postgresql'])
        await machine.run(`sleep 5; systemctl enable --quiet --now ${part} 2>/dev/null`);
      const seconds = await timeUntilReady(site);
      return {
        seconds,
        isMet: seconds < READY_SECONDS,
        detail: 'nginx, Redis, PostgreSQL, 5 s apart',
      };
    },
  },
  outage('PostgreSQL restarted', 'true', `systemctl restart ${POSTGRES}`),
  outage(
    'PostgreSQL away for 15 s, a web process and the worker killed meanwhile',
    `systemctl stop ${POSTGRES}; sleep 2; ${kill('lamplight-web@0')}; ${kill('lamplight-worker')}; sleep 13`,
    `systemctl start ${POSTGRES}`,
  ),
  outage(
    'Redis away for 10 s',
    'systemctl stop redis-server; sleep 10',
    'systemctl start redis-server',
    `${STATUS}/posts`,
  ),
  outage('nginx restarted', 'true', 'systemctl restart nginx', `${STATUS}/posts`),
  outage('a web process killed', kill('lamplight-web@1'), 'true', `${STATUS}/posts`),
  outage('the worker killed', kill('lamplight-worker'), 'true', `${STATUS}/posts`),
  {
    name: 'afterwards: `lamplight-verify.service`',
    target: 'clean',
    async run({ machine }) {
      await machine.run(`${READY} wait_ready; systemctl start lamplight-verify.service`);
      return { isMet: true, detail: 'every counter and file agrees' };
    },
  },
];
