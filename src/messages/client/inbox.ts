import { enliveInbox } from './live-inbox.ts';

/** Messages marked where they stand. */
enliveInbox();
