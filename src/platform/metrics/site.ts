import { Gauge, type Registry } from 'prom-client';
import type { BackupRecord } from '../backup-records.ts';
import { exportOutcomes } from './read-values.ts';
import { exportSiteGauges } from './site-gauges.ts';

/** Version and role of the process: shows a roll-out, and a role without a process. */
export function measureBuild(registry: Registry, version: string, role: string): void {
  const build = new Gauge({
    name: 'lamplight_build_info',
    help: 'Always 1; its labels are the version and the role of the process',
    labelNames: ['version', 'role'],
    registers: [registry],
  });
  build.set({ version, role }, 1);
}

type Run = { finished_at: string; checks: { name: string; total: number }[] };

/** The last result of the nightly comparison of all stored counters with their rows. */
export function measureIntegrity(
  registry: Registry,
  read: () => Promise<{ last_run: Run | null }>,
): void {
  exportSiteGauges(registry, 'integrity', read, [
    {
      name: 'lamplight_integrity_last_run_timestamp_seconds',
      help: 'When the last integrity run ended; 0 before the first',
      samples: ({ last_run }) => [
        { value: last_run ? Date.parse(last_run.finished_at) / 1000 : 0 },
      ],
    },
    {
      name: 'lamplight_integrity_differences',
      help: 'Stored counters that differed from their rows in the last run, by check',
      labelNames: ['check'],
      samples: ({ last_run }) =>
        (last_run?.checks ?? []).map(({ name, total }) => ({
          labels: { check: name },
          value: total,
        })),
    },
  ]);
}

export function measureReviews(
  registry: Registry,
  read: () => Promise<Record<string, number>>,
): void {
  exportSiteGauges(registry, 'reviews', read, [
    {
      name: 'lamplight_reviews_waiting',
      help: 'Items that wait for the staff, by queue, counted up to 100',
      labelNames: ['queue'],
      samples: (queues) =>
        Object.entries(queues).map(([queue, value]) => ({ labels: { queue }, value })),
    },
  ]);
}

/** D62: the reads that this process has counted, and the beacons that it has not. */
export function measureReads(
  registry: Registry,
  tally: () => { counted: number; deepened: number; refused: Record<string, number> },
): void {
  const outcomes = () => {
    const { refused, ...others } = tally();
    return { ...others, ...refused };
  };
  exportOutcomes(registry, outcomes, {
    name: 'lamplight_reads_total',
    help: 'Reads of posts that pages reported, by outcome: counted, deepened if a counted visitor has read further, or the reason why not',
  });
}

/** No series before the first backup is recorded. */
export function measureBackups(registry: Registry, read: () => Promise<BackupRecord[]>): void {
  exportSiteGauges(registry, 'backups', read, [
    {
      name: 'lamplight_backup_last_success_timestamp_seconds',
      help: 'Until when the newest complete backup contains everything, by the program that made it',
      labelNames: ['tool'],
      samples: (records) =>
        records.map(({ tool, snapshot_at }) => ({
          labels: { tool },
          value: snapshot_at.getTime() / 1000,
        })),
    },
    {
      name: 'lamplight_backup_bytes',
      help: 'Size of the newest complete backup',
      labelNames: ['tool'],
      samples: (records) =>
        records.flatMap(({ tool, bytes }) =>
          bytes === null ? [] : [{ labels: { tool }, value: bytes }],
        ),
    },
  ]);
}
