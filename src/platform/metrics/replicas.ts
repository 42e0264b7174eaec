import { Counter, Gauge, type Registry } from 'prom-client';
import type { Replica } from '../db/replicas/open.ts';

/** The replicas that this process reads from; no metrics without replicas. */
export function measureReplicas(registry: Registry, replicas: readonly Replica[]): void {
  const labelNames = ['replica'];
  new Gauge({
    name: 'lamplight_replica_in_use',
    help: '1 while this process reads from the replica, else 0',
    labelNames,
    registers: [registry],
    collect() {
      for (const { name, isInUse } of replicas) this.set({ replica: name }, isInUse() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'lamplight_replica_lag_seconds',
    help: 'Time since the replica was last known to be complete, or since the start of the process',
    labelNames,
    registers: [registry],
    collect() {
      for (const { name, lagSeconds } of replicas) this.set({ replica: name }, lagSeconds());
    },
  });
  new Counter({
    name: 'lamplight_replica_reads_total',
    help: 'Statements sent to the replica: done there, or repeated on the primary after a failure',
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
