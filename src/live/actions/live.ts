import { findSessionViewer } from '../../accounts/actions/validate-session.ts';
import type { Context, Viewer } from '../../context.ts';
import type { EventStream } from '../../platform/http/event-streams.ts';
import type { Announcement } from '../../platform/live/announcements.ts';
import type { Bus } from '../../platform/live/bus.ts';
import { Refusal } from '../../refusals.ts';
import { STREAMS_PER_MEMBER, type Topics } from '../rules.ts';
import { createAudience, type Subscriber } from './audience.ts';
import { deliver, inTurns, sendParts } from './deliver.ts';
import { readNews } from './news.ts';

const RETRY_SECONDS = 60;
/** After a failed read, everything is read again this much later. */
const AFTER_FAILURE_MS = 1_000;

/** The streams of this process, and what they receive from the bus. */
export function createLive(ctx: Context, bus: Bus) {
  const audience = createAudience();
  let waiting: Announcement[] = [];
  let isDelivering = false;
  let catchingUp: NodeJS.Timeout | undefined;

  /** One delivery at a time: what is announced meanwhile is in the next one, so that deliveries grow with load. */
  const deliverAll = async (): Promise<void> => {
    if (isDelivering) return;
    isDelivering = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await deliver(ctx, audience, batch).catch(onFailure);
    }
    isDelivering = false;
  };

  const onFailure = (err: unknown) => {
    ctx.log.warn({ err }, 'could not read what is new for the open streams');
    catchingUp ??= setTimeout(() => {
      catchingUp = undefined;
      void catchUp([...audience.all()]);
    }, AFTER_FAILURE_MS).unref();
  };

  const catchUp = (subscribers: Subscriber[]) =>
    inTurns(subscribers, async (subscriber) => {
      const { topics, complete_until } = subscriber;
      const now = ctx.now();
      await sendParts(
        ctx,
        subscriber,
        [(viewer) => readNews(ctx, viewer, topics, complete_until)],
        now,
      );
      subscriber.complete_until = now;
    }).catch(onFailure);

  bus.onAnnouncements((announcements) => {
    if (audience.all().size === 0) return;
    waiting.push(...announcements);
    void deliverAll();
  });
  bus.onGap(() => void catchUp([...audience.all()]));
  bus.onSessionsEnded((uid) => {
    for (const subscriber of audience.ofMember(uid)) {
      // If it cannot be read, the next event or the end of the stream's life decides.
      findSessionViewer(ctx, subscriber).then(
        (viewer) => viewer ?? subscriber.stream.end(),
        () => subscriber.stream.end(),
      );
    }
  });

  return {
    assertRoom(viewer: Viewer): void {
      if (audience.ofMember(viewer.uid).size >= STREAMS_PER_MEMBER)
        throw new Refusal('rate_limited', { retry_after: RETRY_SECONDS });
    },
    /** Subscribes before it reads, so that nothing is missed in between. Returns what ends the subscription. */
    join(viewer: Viewer, stream: EventStream, topics: Topics, since: Date): () => void {
      const subscriber: Subscriber = {
        uid: viewer.uid,
        session_id: viewer.session_id,
        topics,
        stream,
        complete_until: since,
        counts: {},
      };
      audience.add(subscriber);
      void catchUp([subscriber]);
      return () => audience.remove(subscriber);
    },
    close: () => clearTimeout(catchingUp),
  };
}
