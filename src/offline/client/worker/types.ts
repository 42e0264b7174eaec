/** The scripts are compiled with the types of pages, which a worker has only some of. */
export type WorkerScope = {
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
  skipWaiting(): Promise<void>;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<WorkerClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
};

type WorkerClient = { url: string; focus(): Promise<unknown> };
type Extendable = Event & { waitUntil(work: Promise<unknown>): void };

export type InstallEvent = Extendable & {
  addRoutes?(route: { condition: { urlPattern: string }; source: 'network' }): Promise<void>;
};

export type FetchEvent = Extendable & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
};

export type WorkerEvents = {
  install: InstallEvent;
  activate: Extendable;
  fetch: FetchEvent;
  push: Extendable & { data: { json(): unknown } | null };
  notificationclick: Extendable & { notification: Notification };
};
