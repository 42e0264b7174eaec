/** Of the file system, and of a quota on it. */
const DISK_CODES = new Set(['ENOSPC', 'EDQUOT']);
/** Of MinIO (with status 507) and Ceph (with 403); S3 itself is never full. */
const S3_NAMES = new Set([
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'QuotaExceeded',
  'InsufficientStorage',
]);

type StorageError = { code?: unknown; name?: unknown; $metadata?: { httpStatusCode?: number } };

/** Whether a file could not be stored because there is no space left. */
export function isStorageFull(error: StorageError): boolean {
  return (
    DISK_CODES.has(String(error.code)) ||
    S3_NAMES.has(String(error.name)) ||
    error.$metadata?.httpStatusCode === 507
  );
}
