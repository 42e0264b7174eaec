import { followEvents } from './follow.ts';

/** On the pages of members; loaded when the page is idle (`ui/client/site.ts`). */
const [uid, rendered] = document.body.dataset['viewer']?.split('.') ?? [];
// Without locks (plain http on another host than localhost) pages show their counts when they load.
if (uid && navigator.locks && 'BroadcastChannel' in window) followEvents(uid, Number(rendered));
