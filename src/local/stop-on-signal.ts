/** The functions that stop what a program has started. */
export type StopStack = {
  push(stop: () => Promise<void>): void;
  readonly stopping: boolean;
  /** Stops in reverse order: the site before its database. */
  unwind(): Promise<void>;
  /** Unwinds and ends the process. */
  stopAll(): void;
};

/** Stops everything on Ctrl-C. npm may forward a signal that this process already received. */
export function stopOnSignal(): StopStack {
  const stops: (() => Promise<void>)[] = [];
  const started = {
    stopping: false,
    push: (stop: () => Promise<void>) => {
      stops.push(stop);
    },
    unwind: async () => {
      started.stopping = true;
      for (const stop of stops.splice(0).reverse()) await stop();
    },
    stopAll: () => {
      if (!started.stopping) void started.unwind().then(() => process.exit());
    },
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, started.stopAll);
  return started;
}
