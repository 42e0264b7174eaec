import { READY, type Step } from '../step.ts';

const COUNTS = `runuser -u postgres -- psql -qtA lamplight -c
  "SELECT (SELECT count(*) FROM users), (SELECT count(*) FROM post), (SELECT count(*) FROM comment), (SELECT count(*) FROM upload)"`.replaceAll(
  '\n',
  ' ',
);

export const BACKING_UP: Step[] = [
  {
    name: 'backup: `lamplight-backup.service`',
    target: 'complete and verified',
    async run({ machine }) {
      await machine.run('systemctl start lamplight-backup.service');
      const text = await machine.run(
        'lamplight backup verify "$(ls -d /var/backups/lamplight/*Z | tail -n 1)"',
      );
      return { isMet: true, detail: text.split('\n').at(-1) ?? '' };
    },
  },
  {
    name: 'restore into an empty database and storage',
    target: 'same rows, `verify --files` clean',
    async run({ machine }) {
      const before = await machine.run(COUNTS);
      await machine.run(`${READY}
        systemctl stop lamplight.target
        rm -rf /var/lib/lamplight/uploads
        install --directory --owner=lamplight --group=lamplight /var/lib/lamplight/uploads
        cd /tmp
        runuser -u postgres -- psql -qc 'ALTER DATABASE lamplight RENAME TO lamplight_old'
        runuser -u postgres -- psql -qc "CREATE DATABASE lamplight OWNER lamplight TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'"
        lamplight restore "$(ls -d /var/backups/lamplight/*Z | tail -n 1)"
        systemctl start lamplight.target
        wait_ready
        systemctl start lamplight-verify.service
        runuser -u postgres -- psql -qc 'DROP DATABASE lamplight_old'`);
      const after = await machine.run(COUNTS);
      return {
        isMet: before === after,
        detail: `users, posts, comments, uploads: ${after.replaceAll('|', ', ')}`,
      };
    },
  },
];
