import type { Page } from 'playwright-core';
import type { Client } from '../../support/client.ts';
import type { Community } from '../seed.ts';

/** One page in one state, rendered in every size, theme and language. */
export type Screenshot = {
  /** The file name: `post-detail`, `post-detail-locked`. */
  name: string;
  as?: (community: Community) => Client;
  path: (community: Community) => string;
  /** Brings the page into its state: opens a menu, fills in a field. */
  prepare?: (page: Page, community: Community) => Promise<unknown>;
  /** The expected status; 200 by default. */
  status?: number;
};
