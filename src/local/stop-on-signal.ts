/** What a program has started, and how each of it is stopped. */
export type Started = {
  push(stop: () => Promise<void>): void;
  readonly stopping: boolean;
  /** Undone in reverse: the site before its database. */
  unwind(): Promise<void>;
  /** The same, and then the program ends. */
  stopAll(): void;
};

/** Stops everything on Ctrl-C. npm may pass on a signal that was heard here already. */
export function stopOnSignal(): Started {
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
