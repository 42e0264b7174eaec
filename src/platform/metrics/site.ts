import { Gauge, type Registry } from 'prom-client';
import { exportSiteGauges } from './site-gauges.ts';

/** Which program this is: to see a roll-out, and to notice that nobody does a role's work. */
export function measureBuild(registry: Registry, version: string, role: string): void {
  const build = new Gauge({
    name: 'lamplight_build_info',
    help: 'Always 1; the version of the program and the role of the process are its labels',
    labelNames: ['version', 'role'],
    registers: [registry],
  });
  build.set({ version, role }, 1);
}

type Run = { finished_at: string; checks: { name: string; total: number }[] };

/** What the nightly comparison of every stored figure with its rows said last. */
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
      help: 'How many stored figures differed from their rows in the last run, by check',
      labelNames: ['check'],
      samples: ({ last_run }) =>
        (last_run?.checks ?? []).map(({ name, total }) => ({
          labels: { check: name },
          value: total,
        })),
    },
  ]);
}

/** What waits for a person of the staff. */
export function measureReviews(
  registry: Registry,
  read: () => Promise<Record<string, number>>,
): void {
  exportSiteGauges(registry, 'reviews', read, [
    {
      name: 'lamplight_reviews_waiting',
      help: 'What waits for the staff, by queue, counted up to 100',
      labelNames: ['queue'],
      samples: (queues) =>
        Object.entries(queues).map(([queue, value]) => ({ labels: { queue }, value })),
    },
  ]);
}
