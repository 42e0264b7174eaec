import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { findObstacle, type Obstacle, waitUntilClear } from '../platform/db/wait.ts';
import { listenWhileWaiting, type WaitingListener } from '../platform/http/waiting-listener.ts';
import { readVersion } from '../version.ts';

/**
 * Waits until PostgreSQL responds and has every migration, whatever starts first. Meanwhile the ports of the site and of
 * the metrics respond that it is not ready; the returned function closes them.
 */
export async function waitForDatabase(
  config: Config,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const settings = {
    url: config.DATABASE_URL,
    role: config.DATABASE_ROLE,
    size: 1,
    name: 'lamplight',
  };
  const onNewer = (newer: string[]) =>
    log.info({ newer }, 'the database has migrations of a newer version, which is no problem');
  let listeners: WaitingListener[] | undefined;
  let status = 'starting';
  const report = async (obstacle: Obstacle) => {
    log.warn(obstacle.message);
    status = obstacle.status;
    listeners ??= await openListeners(config, () => status);
  };
  await waitUntilClear(() => findObstacle(settings, readVersion(), onNewer), report);
  return async () => {
    await Promise.all((listeners ?? []).map((one) => one.close()));
  };
}

function openListeners(config: Config, status: () => string): Promise<WaitingListener[]> {
  const { ROLE, HOST, PORT, METRICS_HOST, METRICS_PORT } = config;
  const addresses = [
    ...(ROLE === 'worker' ? [] : [{ host: HOST, port: PORT }]),
    ...(METRICS_PORT < 0 ? [] : [{ host: METRICS_HOST, port: METRICS_PORT }]),
  ];
  return Promise.all(addresses.map(({ host, port }) => listenWhileWaiting(host, port, status)));
}
