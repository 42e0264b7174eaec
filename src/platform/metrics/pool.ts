import type pg from 'pg';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { exportGauge } from './read-values.ts';

const SECONDS = [0.0001, 0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1];

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: never) => void;

/** The load of the pool: its connections, and how long callers wait for one. */
export function measurePool(registry: Registry, pool: pg.Pool): void {
  new Gauge({
    name: 'lamplight_db_connections',
    help: 'Connections of the pool by state, and callers waiting for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  exportGauge(registry, () => pool.options.max ?? 0, {
    name: 'lamplight_db_connections_max',
    help: 'Maximum number of connections of the pool',
  });
  const waits = new Histogram({
    name: 'lamplight_db_wait_seconds',
    help: 'How long callers waited for a connection, timeouts included',
    buckets: SECONDS,
    registers: [registry],
  });
  // The pool does not report waiting times, so connect() is wrapped; the pool's query() calls it too.
  const connect = pool.connect.bind(pool) as (callback?: Connected) => Promise<pg.PoolClient>;
  const measured = (callback?: Connected) => {
    const started = performance.now();
    const observe = () => waits.observe((performance.now() - started) / 1000);
    if (callback) {
      return connect((...result) => {
        observe();
        callback(...result);
      });
    }
    return connect().finally(observe);
  };
  pool.connect = measured as typeof pool.connect;
}
