import { mountIslands } from '../ui/client/islands.ts';
import { DiscussionView } from './views/discussion.tsx';

/** Brings the comments of a post to life. */
mountIslands({ discussion: DiscussionView });
