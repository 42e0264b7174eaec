import type { Registry } from 'prom-client';
import type { App } from '../http/app-types.ts';
import type { Bus } from '../live/bus.ts';
import { exportCounter, exportGauge, exportOutcomes } from './read-values.ts';

/** The event streams of this process (ADR 0062). */
export function measureStreams(registry: Registry, { eventStreams }: App): void {
  exportGauge(registry, () => eventStreams.tally().open, {
    name: 'lamplight_event_streams',
    help: 'Open event streams of this process, at most one for each browser of a member',
  });
  exportCounter(registry, () => eventStreams.tally().sent, {
    name: 'lamplight_events_sent_total',
    help: 'Events sent on event streams',
  });
  exportCounter(registry, () => eventStreams.tally().dropped, {
    name: 'lamplight_event_streams_dropped_total',
    help: 'Event streams that were disconnected because their client did not read',
  });
}

/** What this process announces to the streams of all processes. */
export function measureAnnouncements(registry: Registry, bus: Bus): void {
  exportOutcomes(registry, bus.tally, {
    name: 'lamplight_announcements_total',
    help: 'Announcements sent to all processes for their event streams, by outcome; failed ones are batches that were sent again',
  });
}
