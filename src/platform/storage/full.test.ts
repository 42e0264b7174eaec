import { S3ServiceException } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { isStorageFull } from './full.ts';

function s3Error(name: string, status: number): S3ServiceException {
  const $metadata = { httpStatusCode: status };
  return new S3ServiceException({ name, $fault: 'server', $metadata, message: name });
}

test.each([
  [Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }), true],
  [Object.assign(new Error('disk quota exceeded'), { code: 'EDQUOT' }), true],
  [Object.assign(new Error('permission denied'), { code: 'EACCES' }), false],
  [s3Error('XMinioStorageFull', 507), true],
  [s3Error('QuotaExceeded', 403), true],
  [s3Error('SomethingNew', 507), true],
  [s3Error('AccessDenied', 403), false],
  [new Error('ENOSPC'), false],
])('%s: full is %s', (error, expected) => {
  expect(isStorageFull(error)).toBe(expected);
});
