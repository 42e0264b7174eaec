import type { Registry } from 'prom-client';
import { findLost, type Heartbeat, isLive, type Process, workerSilence } from '../processes.ts';
import { exportOutcomes } from './read-values.ts';
import { exportSiteGauges } from './site-gauges.ts';

const ROLES: Process['role'][] = ['web', 'worker', 'both'];

/** Every process exports these, so that a lost worker shows although nothing scrapes it. */
export function measureProcesses(
  registry: Registry,
  heartbeat: Heartbeat,
  read: () => Promise<Process[]>,
): void {
  exportOutcomes(registry, () => heartbeat.counts, {
    name: 'lamplight_heartbeats_total',
    help: 'Heartbeats of this process that the database stored, or not, by outcome',
  });
  exportSiteGauges(registry, 'processes', read, [
    {
      name: 'lamplight_processes',
      help: 'Processes by role: live, or lost (ended without stopping, and not replaced)',
      labelNames: ['role', 'state'],
      samples: (processes) => [
        ...countByRole(processes.filter(isLive), 'live'),
        ...countByRole(findLost(processes), 'lost'),
      ],
    },
    {
      name: 'lamplight_worker_silent_seconds',
      help: 'Time since the last heartbeat of any worker; +Inf if none is known',
      samples: (processes) => [{ value: workerSilence(processes) }],
    },
  ]);
}

function countByRole(processes: Process[], state: string) {
  return ROLES.map((role) => ({
    labels: { role, state },
    value: processes.filter((one) => one.role === role).length,
  }));
}
