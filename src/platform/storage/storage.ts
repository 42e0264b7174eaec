import type { Readable } from 'node:stream';

/** Where uploads and exports live. Disk and S3 keep the same promises; storage.test.ts is the list. */
export type Storage = {
  /** All or nothing: a put that fails leaves what was there before. A given stream is always used up. */
  put(key: string, body: FileBody): Promise<void>;
  /** The body holds a file or a socket open until it is read to the end or destroyed. */
  get(key: string): Promise<StoredFile | undefined>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** In key order, strictly behind `after`. Names that are no storage key are passed over. */
  list(prefix: string, after?: string): AsyncIterable<StoredEntry>;
  /** Writes, reads, lists and removes a probe file; throws where the store does not do its work. */
  check(): Promise<void>;
  close(): void;
};

/** S3 wants to know the size before the first byte, so a stream comes with its size. */
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
