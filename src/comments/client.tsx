import { mountIslands } from '../ui/client/islands.ts';
import { DiscussionView } from './views/discussion.tsx';

mountIslands({ discussion: DiscussionView });
