import { Counter, Gauge, type Registry } from 'prom-client';
import type { App } from '../http/app-types.ts';
import type { Bus } from '../live/bus.ts';

/** The event streams of this process (ADR 0062). */
export function measureStreams(registry: Registry, { eventStreams }: App): void {
  new Gauge({
    name: 'lamplight_event_streams',
    help: 'Open event streams of this process, at most one for each browser of a member',
    registers: [registry],
    collect() {
      this.set(eventStreams.tally().open);
    },
  });
  new Counter({
    name: 'lamplight_events_sent_total',
    help: 'Events sent on event streams',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(eventStreams.tally().sent);
    },
  });
  new Counter({
    name: 'lamplight_event_streams_dropped_total',
    help: 'Event streams that were disconnected because their client did not read',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(eventStreams.tally().dropped);
    },
  });
}

/** What this process announces to the streams of all processes. */
export function measureAnnouncements(registry: Registry, bus: Bus): void {
  new Counter({
    name: 'lamplight_announcements_total',
    help: 'Announcements sent to all processes for their event streams, by outcome; failed ones are batches that were sent again',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      const { sent, failed } = bus.tally();
      this.inc({ outcome: 'sent' }, sent);
      this.inc({ outcome: 'failed' }, failed);
    },
  });
}
