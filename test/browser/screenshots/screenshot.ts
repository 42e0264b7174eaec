import type { Page } from 'playwright-core';
import type { Client } from '../../support/client.ts';
import type { Community } from '../seed.ts';

/** One page in one state, to be looked at in every size, theme and language. */
export type Screenshot = {
  /** The picture's file name: `post-detail`, `post-detail-locked`. */
  name: string;
  as?: (stage: Community) => Client;
  path: (stage: Community) => string;
  /** Brings the page into the state to be shown: opens a menu, fills in a field. */
  prepare?: (page: Page, stage: Community) => Promise<unknown>;
  /** The status a page is expected to have, 200 if not said. */
  status?: number;
};
