/** As the stream sent it; `id` is the time of its reading. */
export type LiveEvent = { name: string; data: unknown; id: number };
