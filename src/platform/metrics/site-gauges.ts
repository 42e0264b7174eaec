import { Gauge, type Registry } from 'prom-client';

/** Several scrapers, or one that is impatient, do not make the database work more often than this. */
const FRESH_MS = 5000;

type Sample = { labels?: Record<string, string>; value: number };
type Shown<T> = {
  name: string;
  help: string;
  labelNames?: string[];
  samples: (read: T) => Sample[];
};

/**
 * Figures that cost a query: read when they are asked for, once for all gauges made of them. What cannot be
 * read is left out rather than repeated from memory, and said to be missing.
 */
export function exportSiteGauges<T>(
  registry: Registry,
  figures: string,
  read: () => Promise<T>,
  gauges: Shown<T>[],
): void {
  const current = cacheBriefly(read);
  readable(registry, figures, current);
  for (const { name, help, labelNames = [], samples } of gauges) {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        // A gauge without labels shows 0 after a reset, which would be a figure nobody read.
        if (labelNames.length === 0) this.remove();
        const found = await current();
        if (!found) return;
        for (const { labels = {}, value } of samples(found.figures)) this.set(labels, value);
      },
    });
  }
}

type Reading<T> = { figures: T } | undefined;

function cacheBriefly<T>(read: () => Promise<T>): () => Promise<Reading<T>> {
  let at = Number.NEGATIVE_INFINITY;
  let reading: Promise<Reading<T>> = Promise.resolve(undefined);
  return () => {
    if (performance.now() - at > FRESH_MS) {
      at = performance.now();
      reading = read().then(
        (figures) => ({ figures }),
        () => undefined,
      );
    }
    return reading;
  };
}

const checks = new WeakMap<Registry, Map<string, () => Promise<unknown>>>();

function readable(registry: Registry, figures: string, current: () => Promise<unknown>): void {
  const known = checks.get(registry) ?? new Map<string, () => Promise<unknown>>();
  known.set(figures, current);
  if (checks.has(registry)) return;
  checks.set(registry, known);
  new Gauge({
    name: 'lamplight_figures_readable',
    help: 'Whether the figures that come from the database could be read (1) or are left out (0)',
    labelNames: ['figures'],
    registers: [registry],
    async collect() {
      // All asked in one go, like the gauges themselves: asked later, it might be another reading than theirs.
      const readings = [...known].map(([name, read]) => ({ name, reading: read() }));
      for (const { name, reading } of readings)
        this.set({ figures: name }, (await reading) ? 1 : 0);
    },
  });
}
