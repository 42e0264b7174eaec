import { Gauge, type Registry } from 'prom-client';

/** Scrapes within this time share one query. */
const TTL_MS = 5000;

type Sample = { labels?: Record<string, string>; value: number };
type SiteGauge<T> = {
  name: string;
  help: string;
  labelNames?: string[];
  samples: (value: T) => Sample[];
};

/**
 * Gauges that need a query: it runs at the scrape, once for all gauges of a group. If it fails, they are left out instead
 * of repeating old values, and `lamplight_site_gauges_readable` is 0.
 */
export function exportSiteGauges<T>(
  registry: Registry,
  group: string,
  read: () => Promise<T>,
  gauges: SiteGauge<T>[],
): void {
  const current = cacheBriefly(read);
  exportReadable(registry, group, current);
  for (const { name, help, labelNames = [], samples } of gauges) {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        // After a reset, a gauge without labels is 0, which would look like a value from the database.
        if (labelNames.length === 0) this.remove();
        const reading = await current();
        if (!reading) return;
        for (const { labels = {}, value } of samples(reading.value)) this.set(labels, value);
      },
    });
  }
}

type Reading<T> = { value: T } | undefined;

function cacheBriefly<T>(read: () => Promise<T>): () => Promise<Reading<T>> {
  let at = Number.NEGATIVE_INFINITY;
  let reading: Promise<Reading<T>> = Promise.resolve(undefined);
  return () => {
    if (performance.now() - at > TTL_MS) {
      at = performance.now();
      reading = read().then(
        (value) => ({ value }),
        () => undefined,
      );
    }
    return reading;
  };
}

const readingsOf = new WeakMap<Registry, Map<string, () => Promise<unknown>>>();

function exportReadable(registry: Registry, group: string, current: () => Promise<unknown>): void {
  const readings = readingsOf.get(registry) ?? new Map<string, () => Promise<unknown>>();
  readings.set(group, current);
  if (readingsOf.has(registry)) return;
  readingsOf.set(registry, readings);
  new Gauge({
    name: 'lamplight_site_gauges_readable',
    help: '1 if the gauges that come from the database could be read, 0 if they are left out',
    labelNames: ['gauge'],
    registers: [registry],
    async collect() {
      // All started at once, like the gauges: a later one might be another query than theirs.
      const started = [...readings].map(([gauge, read]) => ({ gauge, reading: read() }));
      for (const { gauge, reading } of started) this.set({ gauge }, (await reading) ? 1 : 0);
    },
  });
}
