import { setTimeout as sleep } from 'node:timers/promises';
import type { Check } from './attack.ts';

/** How long the other process may still serve hidden content. */
const OTHER_MS = 100;
const WATCH_MS = 1_500;
/** Pause between two looks of a watcher: the race must not become a load test. */
const EVERY_MS = 15;

type Hiding = {
  name: string;
  ports: readonly [number, number];
  /** Must not be served any more. */
  secret: string;
  /** Requests; each returns the whole response. */
  looks: ((port: number) => Promise<string>)[];
  /** Hides it through the given process. */
  hide(port: number): Promise<void>;
};

/** Looks at both processes before, while and after content is hidden through one of them. */
export async function watchHiding({ name, ports, secret, looks, hide }: Hiding): Promise<Check> {
  const [hider, other] = ports;
  let hidden_at = Number.POSITIVE_INFINITY;
  let before = 0;
  const late: string[] = [];
  const watch = async (port: number, look: (port: number) => Promise<string>) => {
    const allowed_ms = port === hider ? 0 : OTHER_MS;
    while (performance.now() < hidden_at + WATCH_MS) {
      const sent_at = performance.now();
      const isServed = (await look(port)).includes(secret);
      if (isServed && hidden_at === Number.POSITIVE_INFINITY) before++;
      if (isServed && sent_at > hidden_at + allowed_ms)
        late.push(
          `${port === hider ? 'same' : 'other'} process, ${Math.round(sent_at - hidden_at)} ms`,
        );
      await sleep(EVERY_MS);
    }
  };
  const watchers = [hider, other].flatMap((port) => looks.map((look) => watch(port, look)));
  // Until it has been served and cached.
  await sleep(300);
  try {
    await hide(hider);
  } finally {
    hidden_at = performance.now();
    await Promise.all(watchers);
  }
  const served = late.length === 0 ? 'never' : `${late.length} times, at last ${late.at(-1)}`;
  return {
    name,
    // If it was never visible, its absence proves nothing.
    passed: late.length === 0 && before > 0,
    detail: `seen ${before} times before; ${served} after`,
  };
}
