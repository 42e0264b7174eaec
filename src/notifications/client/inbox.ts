import { enhanceInbox } from './live-inbox.ts';

enhanceInbox();
