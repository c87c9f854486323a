import { AvailabilityEvent } from '#contract/public/following.ts';
import { type AvailabilityChange, publishAvailability, setStreamOpen } from './availability.ts';
import { subscribeToStream } from './shared-stream.ts';

function parse(data: string): AvailabilityEvent | undefined {
  try {
    return AvailabilityEvent.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

/** Change of an event relative to `version`; undefined: none. */
export function changeFor(version: string, event: AvailabilityEvent): AvailabilityChange | undefined {
  if (event.version === version) return undefined;
  return event.previous === version ? event : { ...event, changes: null };
}

/** Publishes the difference from `drawnVersion`, the version the page was rendered with, and every later change. Returns how to stop. */
export function followAvailability(drawnVersion: string, publish: (news: AvailabilityChange) => void = publishAvailability): () => void {
  let version = drawnVersion;
  return subscribeToStream({
    subject: () => 'availability',
    onState: setStreamOpen,
    onEvent(name, data) {
      const event = name === 'availability' ? parse(data) : undefined;
      const news = event && changeFor(version, event);
      if (news === undefined) return;
      ({ version } = news);
      publish(news);
    },
  });
}
