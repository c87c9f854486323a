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

/** Publishes the difference from `renderedVersion`, that of the page, and every later change. Returns the function that stops it. */
export function followAvailability(
  renderedVersion: string,
  publish: (change: AvailabilityChange) => void = publishAvailability,
): () => void {
  let version = renderedVersion;
  return subscribeToStream({
    subject: () => 'availability',
    onState: setStreamOpen,
    onEvent(name, data) {
      const event = name === 'availability' ? parse(data) : undefined;
      const change = event && changeFor(version, event);
      if (change === undefined) return;
      ({ version } = change);
      publish(change);
    },
  });
}
