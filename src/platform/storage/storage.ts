import type { Readable } from 'node:stream';

/** Stores uploads and exports. Disk and S3 pass the same tests (storage.test.ts). */
export type Storage = {
  /** Atomic: a failed put leaves the previous file. The stream is always consumed or destroyed. */
  put(key: string, body: FileBody): Promise<void>;
  /** Read the body to its end or destroy it: until then a file or socket stays open. */
  get(key: string): Promise<StoredFile | undefined>;
  /** Removing a missing file is no error. */
  remove(key: string): Promise<void>;
  /** In key order, after `after`. Skips names that are no storage key. */
  list(prefix: string, after?: string): AsyncIterable<StoredEntry>;
  /** Writes, reads, lists and removes a probe file; throws if one of them fails. */
  check(): Promise<void>;
  close(): void;
};

/** S3 requires the size before the first byte. */
export type FileBody = Buffer | { stream: Readable; size: number };

export type StoredFile = { body: Readable; size: number; content_type: string };

export type StoredEntry = { key: string; size: number; modified_at: Date };

export type DiskSettings = { kind: 'disk'; directory: string };

export type S3Settings = {
  kind: 's3';
  endpoint: string;
  region: string;
  bucket: string;
  access_key: string;
  secret_key: string;
  path_style: boolean;
};

export type StorageSettings = DiskSettings | S3Settings;
