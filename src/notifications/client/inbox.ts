import { updateInboxInPlace } from './live-inbox.ts';

/** Messages marked where they stand. */
updateInboxInPlace();
