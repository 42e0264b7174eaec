import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { writeBody } from './body.ts';
import { assertStorageKey, contentTypeOf } from './keys.ts';
import { probeStorage } from './probe.ts';
import { createS3Client, REQUEST_TIMEOUT_MS } from './s3-client.ts';
import { listObjects } from './s3-list.ts';
import type { S3Settings, Storage, StoredFile } from './storage.ts';

const PAGE_SIZE = 1_000;
const SLOWEST_UPLOAD_BYTES_PER_MS = 256;

type Upload = { key: string; bytes: Buffer | Readable; size: number };

export function openS3Storage(settings: S3Settings, pageSize = PAGE_SIZE): Storage {
  const client = createS3Client(settings);
  const { bucket } = settings;

  const files = {
    put: (key, body) =>
      writeBody(body, (bytes, size) => putObject(client, bucket, { key, bytes, size })),
    get: (key) => getObject(client, bucket, key),
    remove: (key) => removeObject(client, bucket, key),
    list: (prefix, after) => listObjects(client, { bucket, prefix, after, page_size: pageSize }),
    close: () => client.destroy(),
  } satisfies Omit<Storage, 'check'>;
  return { ...files, check: () => probeStorage(files) };
}

async function putObject(client: S3Client, bucket: string, upload: Upload): Promise<void> {
  const { key, bytes, size } = upload;
  assertStorageKey(key);

  // If the stream fails, the SDK does not abort, and the request would hang.
  const failure = new AbortController();
  if (bytes instanceof Readable) bytes.once('error', () => failure.abort());
  try {
    await client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: bytes,
        ContentLength: size,
        ContentType: contentTypeOf(key),
      }),
      {
        abortSignal: failure.signal,
        // The timeout includes sending the body, so a large file gets more.
        requestTimeout: REQUEST_TIMEOUT_MS + Math.ceil(size / SLOWEST_UPLOAD_BYTES_PER_MS),
      },
    );
  } catch (error) {
    // Frees the socket if the store rejected the request before the end of the stream.
    failure.abort();
    throw (bytes instanceof Readable && bytes.errored) || error;
  }
}

async function getObject(
  client: S3Client,
  bucket: string,
  key: string,
): Promise<StoredFile | undefined> {
  assertStorageKey(key);
  const found = await unlessMissing(
    client.send(new GetObjectCommand({ Bucket: bucket, Key: key })),
  );
  if (!found) return undefined;

  const { Body: body, ContentLength: size } = found;
  if (!(body instanceof Readable) || size === undefined) {
    throw new Error(`The store sent no length or no body for ${key}`);
  }
  return { body, size, content_type: contentTypeOf(key) };
}

async function removeObject(client: S3Client, bucket: string, key: string): Promise<void> {
  assertStorageKey(key);
  await unlessMissing(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })));
}

// By name, not by status: a missing bucket or a wrong endpoint is a 404 too.
async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return undefined;
    throw error;
  }
}
