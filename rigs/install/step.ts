import type { Machine } from './machine.ts';

/** What the steps share. */
export type Site = {
  machine: Machine;
  /** Release ids. */
  releases: { first: string; next: string };
};

export type Outcome = {
  isMet: boolean;
  detail: string;
  /** If not the whole step counts. */
  seconds?: number;
};

export type Step = { name: string; target: string; run(site: Site): Promise<Outcome> };

export type Result = Outcome & { name: string; target: string; seconds: number };

export async function runStep({ name, target, run }: Step, site: Site): Promise<Result> {
  const began = performance.now();
  const outcome = await run(site).catch((error) => ({
    isMet: false,
    detail: String(error?.stderr || error).slice(-500),
  }));
  const result = { seconds: (performance.now() - began) / 1000, ...outcome, name, target };
  console.log(
    `${result.isMet ? 'met   ' : 'MISSED'} ${result.seconds.toFixed(1).padStart(6)} s  ${name}: ${result.detail}`,
  );
  return result;
}

/** Every process of the site responds, and nginx serves a page. */
export const READY = `
ready() {
  for url in http://127.0.0.1:3000/readyz http://127.0.0.1:3001/readyz http://127.0.0.1:9469/metrics https://lamplight.example/; do
    curl --fail --silent --output /dev/null --insecure --max-time 2 --resolve lamplight.example:443:127.0.0.1 $url || return 1
  done
}
wait_ready() { for _ in $(seq 600); do if ready; then return 0; fi; sleep 0.1; done; echo 'not ready after a minute' >&2; return 1; }
`;

/** Seconds from now until the site is ready. */
export async function timeUntilReady({ machine }: Site): Promise<number> {
  const began = performance.now();
  await machine.run(`${READY} wait_ready`);
  return (performance.now() - began) / 1000;
}
