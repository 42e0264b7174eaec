import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { isStorageKey } from './keys.ts';
import type { StoredEntry } from './storage.ts';

type Listing = {
  bucket: string;
  prefix: string;
  after: string | undefined;
  page_size: number;
};

export async function* listObjects(
  client: S3Client,
  listing: Listing,
): AsyncGenerator<StoredEntry> {
  const { after = '' } = listing;
  let token: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket: listing.bucket,
        Prefix: listing.prefix,
        StartAfter: listing.after,
        ContinuationToken: token,
        MaxKeys: listing.page_size,
      }),
    );
    for (const { Key: key, Size: size, LastModified: modified_at } of page.Contents ?? []) {
      if (key === undefined || size === undefined || modified_at === undefined) continue;
      // Some stores include the `StartAfter` key.
      if (!isStorageKey(key) || key <= after) continue;
      yield { key, size, modified_at };
    }
    token = page.NextContinuationToken;
  } while (token !== undefined);
}
