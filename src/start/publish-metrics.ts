import type { Server } from 'node:http';
import type { Registry } from 'prom-client';
import { countQueues } from '../administration/actions/count-queues.ts';
import type { Context } from '../context.ts';
import { getIntegrity } from '../integrity/actions.ts';
import { JOBS } from '../jobs.ts';
import { countUnsentMails } from '../mail/actions/count-unsent.ts';
import { mailTallyOf } from '../mail/tally.ts';
import { listBackupRecords } from '../platform/backup-records.ts';
import type { JobRunner } from '../platform/jobs/runner.ts';
import { measureBacklog } from '../platform/metrics/backlogs.ts';
import { measureMail } from '../platform/metrics/mail.ts';
import { serveMetrics } from '../platform/metrics/metrics.ts';
import { measureProcesses } from '../platform/metrics/processes.ts';
import { measureReplicas } from '../platform/metrics/replicas.ts';
import {
  measureBackups,
  measureBuild,
  measureIntegrity,
  measureReads,
  measureReviews,
} from '../platform/metrics/site.ts';
import { measureAnnouncements } from '../platform/metrics/streams.ts';
import { measureJobs } from '../platform/metrics/worker.ts';
import { type Heartbeat, listProcesses } from '../platform/processes.ts';
import { countWaitingChanges } from '../posts/store/shared/changes.ts';
import { countOverduePosts } from '../posts/store/shared/schedules.ts';
import { countLateMessages } from '../push/store/shared.ts';
import { readCounterOf } from '../reads/actions/take-beacon.ts';
import type { Services } from '../services.ts';
import { readVersion } from '../version.ts';
import { countLateDeliveries } from '../webhooks/store/shared.ts';

async function countReviews(ctx: Context): Promise<Record<string, number>> {
  const { queue, ...counts } = await countQueues(ctx);
  return { ...counts, reports: queue.report, comments: queue.comment };
}

/** Only workers export site-wide gauges, except those that report a lost worker. */
export async function publishMetrics(
  registry: Registry,
  { ctx, database, replicas, bus }: Services,
  heartbeat: Heartbeat,
  worker: JobRunner | undefined,
): Promise<Server> {
  const { ROLE, METRICS_HOST, METRICS_PORT } = ctx.config;
  measureBuild(registry, readVersion(), ROLE);
  measureAnnouncements(registry, bus);
  measureReplicas(registry, replicas?.all ?? []);
  measureProcesses(registry, heartbeat, () => listProcesses(database.db));
  if (ROLE !== 'worker') measureReads(registry, () => readCounterOf(ctx).tally());
  if (worker) {
    measureBackups(registry, () => listBackupRecords(database.db));
    measureJobs(registry, database.db, worker.events, Object.keys(JOBS.tasks));
    measureIntegrity(registry, () => getIntegrity(ctx));
    measureReviews(registry, () => countReviews(ctx));
    measureMail(registry, () => mailTallyOf(ctx));
    measureBacklog(registry, 'mail', () => countUnsentMails(ctx));
    measureBacklog(registry, 'post changes', () => countWaitingChanges(ctx.db));
    measureBacklog(registry, 'scheduled posts', () => countOverduePosts(ctx.db));
    measureBacklog(registry, 'webhooks', () => countLateDeliveries(ctx.db));
    measureBacklog(registry, 'pushes', () => countLateMessages(ctx.db));
  }
  return serveMetrics(registry, METRICS_HOST, METRICS_PORT);
}
