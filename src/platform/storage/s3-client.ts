import { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from './storage.ts';

export const REQUEST_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 1_000;
// Longer than the request timeout, because a slow download may pause.
const IDLE_TIMEOUT_MS = 60_000;
// More than the downloads and uploads of a process together (http/admission/limits.ts). Slow downloads use a socket for
// long, and a request without a free socket fails with the connect timeout.
const SOCKETS_MAX = 1_024;

// By default the SDK also logs to the console the errors that it throws.
const silent = { debug() {}, info() {}, warn() {}, error() {} };

export function createS3Client(settings: S3Settings): S3Client {
  const { endpoint, access_key, secret_key } = settings;
  return new S3Client({
    region: settings.region,
    ...(endpoint ? { endpoint } : {}),
    // Without a key the SDK asks its default chain, and renews what it gets before it expires.
    ...(access_key
      ? { credentials: { accessKeyId: access_key, secretAccessKey: secret_key } }
      : {}),
    forcePathStyle: settings.path_style,
    maxAttempts: 2,
    logger: silent,
    // Many S3-compatible stores refuse the SDK's checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A store without support for `Expect: 100-continue` would delay the upload until the timeout.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      // Without this the SDK only warns when the request timeout has passed, and waits on.
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_TIMEOUT_MS,
      httpAgent: { maxSockets: SOCKETS_MAX },
      httpsAgent: { maxSockets: SOCKETS_MAX },
    },
  });
}
