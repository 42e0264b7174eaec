import { Counter, Gauge, type Registry } from 'prom-client';
import type { Replica } from '../db/replicas/open.ts';

/** Which copies of the database this process reads from. Where there are none there is nothing to show. */
export function measureReplicas(registry: Registry, replicas: readonly Replica[]): void {
  const labelNames = ['replica'];
  new Gauge({
    name: 'lamplight_replica_in_use',
    help: 'Whether this process reads from the replica (1) or leaves it out (0)',
    labelNames,
    registers: [registry],
    collect() {
      for (const { name, isInUse } of replicas) this.set({ replica: name }, isInUse() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'lamplight_replica_lag_seconds',
    help: 'How long ago the replica was known to have everything; before that first, since the start',
    labelNames,
    registers: [registry],
    collect() {
      for (const { name, lagSeconds } of replicas) this.set({ replica: name }, lagSeconds());
    },
  });
  new Counter({
    name: 'lamplight_replica_reads_total',
    help: 'Statements sent to the replica: answered there (done), or by the primary after it failed (repeated)',
    labelNames: [...labelNames, 'outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { name, reads } of replicas)
        for (const [outcome, count] of Object.entries(reads))
          this.inc({ replica: name, outcome }, count);
    },
  });
}
