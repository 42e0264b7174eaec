import type { Context } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { postForm } from '../../platform/outbound/post-form.ts';
import { PrivateAddress } from '../../platform/outbound/public-address.ts';
import { tagPath } from '../../tags/rules.ts';
import { FEED_NAMES } from '../feed.ts';
import { findFeedsOf } from '../store/feeds.ts';

/** Over about an hour; whoever reads the feed later sees the change anyway. */
const ATTEMPTS = 8;

/**
 * WebSub: after posts changed, the hub is notified of every feed that contains them. One job for each page that has
 * feeds; another change while it waits needs no second one.
 */
export async function announceChanges(ctx: Context, trx: Trx, postIds: number[]): Promise<void> {
  if (ctx.config.WEBSUB_HUB_URL === '') return;
  const { authors, slugs } = await findFeedsOf(trx, postIds);
  const folders = ['', ...authors.map((uid) => `/space/${uid}`), ...slugs.map(tagPath)];
  for (const folder of folders)
    await enqueue(
      trx,
      'feeds_ping',
      { folder },
      { key: `feeds_ping:${folder}`, attempts: ATTEMPTS },
    );
}

/** Fails unless the hub accepts the whole list, and is repeated then. */
export async function pingHub(ctx: Context, { folder = '' }: { folder?: string }): Promise<void> {
  const { WEBSUB_HUB_URL, BASE_URL } = ctx.config;
  if (WEBSUB_HUB_URL === '') return;
  const { origin, hostname } = new URL(BASE_URL);
  // A site on the developer's machine may have its hub there too.
  const allowsPrivate = hostname === 'localhost';
  for (const name of FEED_NAMES) {
    const fields = { 'hub.mode': 'publish', 'hub.url': `${origin}${folder}/${name}` };
    try {
      const status = await postForm(new URL(WEBSUB_HUB_URL), fields, { allowsPrivate });
      if (status < 200 || status > 299) throw new Error(`the WebSub hub returned ${status}`);
    } catch (error) {
      if (!(error instanceof PrivateAddress)) throw error;
      // Trying again would not help.
      ctx.log.error({ err: error }, 'WEBSUB_HUB_URL is not a public address');
      return;
    }
  }
}
