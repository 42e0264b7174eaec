import { Counter, Gauge, type Registry } from 'prom-client';

type Texts = { name: string; help: string };

// Metrics whose values something else keeps: they are read at the scrape.

export function exportGauge(registry: Registry, read: () => number, texts: Texts): void {
  new Gauge({
    ...texts,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

export function exportCounter(registry: Registry, read: () => number, texts: Texts): void {
  new Counter({
    ...texts,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

/** A counter by outcome. */
export function exportOutcomes(
  registry: Registry,
  read: () => Record<string, number>,
  texts: Texts,
): void {
  new Counter({
    ...texts,
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(read())) this.inc({ outcome }, count);
    },
  });
}
