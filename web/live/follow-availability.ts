import { AvailabilityEvent } from '#contract/following.ts';
import { type AvailabilityNews, publishAvailability, setFollowed } from './availability.ts';
import { followByStream } from './one-stream.ts';

function parse(data: string): AvailabilityEvent | undefined {
  try {
    return AvailabilityEvent.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

/** What an event says to somebody who knows `version`; undefined: nothing new. */
export function newsFor(version: string, event: AvailabilityEvent): AvailabilityNews | undefined {
  if (event.version === version) return undefined;
  return event.previous === version ? event : { ...event, changes: null };
}

/** Publishes what differs from `drawnVersion`, the version that the page was drawn at, and every change from then on; gives the way to stop. */
export function followAvailability(drawnVersion: string, publish: (news: AvailabilityNews) => void = publishAvailability): () => void {
  let version = drawnVersion;
  return followByStream({
    shown: () => 'availability',
    onState: setFollowed,
    hear(name, data) {
      const event = name === 'availability' ? parse(data) : undefined;
      const news = event && newsFor(version, event);
      if (news === undefined) return;
      ({ version } = news);
      publish(news);
    },
  });
}
