import { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from './storage.ts';

export const REQUEST_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 1_000;
// Longer than the request timeout, because a visitor on a slow line may pause a download.
const IDLE_TIMEOUT_MS = 60_000;
// A request waiting for a free socket runs into the connect timeout, and slow downloads hold
// theirs for long: more than downloads and uploads of a process together (http/admission/limits.ts).
const SOCKETS_MAX = 1_024;

// The SDK would write to the console about errors that it throws as well.
const silent = { debug() {}, info() {}, warn() {}, error() {} };

export function createS3Client(settings: S3Settings): S3Client {
  return new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.access_key, secretAccessKey: settings.secret_key },
    forcePathStyle: settings.path_style,
    maxAttempts: 2,
    logger: silent,
    // Many S3-compatible stores refuse the SDK's checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A store that does not answer `Expect: 100-continue` would hold the upload up for its whole
    // time allowance.
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
