import type { Page } from 'playwright-core';
import type { Client } from '../support/client.ts';
import type { Stage } from './stage.ts';

/** One page in one state, to be looked at in every size, theme and language. */
export type Scene = {
  /** The picture's file name: `post-detail`, `post-detail-locked`. */
  name: string;
  as?: (stage: Stage) => Client;
  path: (stage: Stage) => string;
  /** Brings the page into the state to be shown: opens a menu, fills in a field. */
  prepare?: (page: Page, stage: Stage) => Promise<unknown>;
  /** The status a page is expected to have, 200 if not said. */
  status?: number;
};
