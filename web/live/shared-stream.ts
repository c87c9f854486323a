import { joinPages } from '#ui/live/join-pages.ts';
import { type Message, readForAll, type OrderVersion, type PageSubjects } from './read-for-all.ts';

/*
 * One live stream for all visible pages of this browser, because a browser opens six connections per host over HTTP/1.1. The leading page
 * reads the stream and broadcasts its events.
 */

/** A part of a page that follows a subject. */
export interface Subscriber {
  /** Read whenever the stream is opened: an order, the support chat, or availability. */
  readonly subject: () => OrderVersion | 'chat' | 'availability';
  /** `data` is raw, and also of other pages' subjects. Event `opened`: earlier events may be lost. */
  readonly onEvent: (event: string, data: string) => void;
  /** Whether the stream is open. */
  readonly onState: (isOpen: boolean) => void;
}

const CHANNEL = 'visitor-live';
/** Without a state message the page polls. */
const STATE_TIMEOUT_MS = 3_000;

/** Joins this page to the others while it is visible. */
function follow(own: () => PageSubjects, hear: (message: Message) => void) {
  const { page } = own();
  let leader: ReturnType<typeof readForAll> | undefined;
  const group = joinPages<Message>(CHANNEL, {
    onMessage(message) {
      if (leader === undefined) return message.kind === 'asked' ? announce() : hear(message);
      if (message.kind === 'want') leader.onWant(message.want);
      if (message.kind === 'left') leader.onLeft(message.page);
    },
    lead(post, signal) {
      leader = readForAll(signal, own, (message) => {
        post(message);
        hear(message);
      });
    },
  });
  const announce = () => (leader === undefined ? group.post({ kind: 'want', want: own() }) : leader.gather());
  announce();
  return {
    want: announce,
    leave: () => group.leave({ kind: 'left', page }),
  };
}

function createPage() {
  const page = crypto.randomUUID();
  const subscribers = new Set<Subscriber>();
  let membership: ReturnType<typeof follow> | undefined;
  let isOpen: boolean | undefined;
  let stateTimeout: ReturnType<typeof setTimeout> | undefined;

  const own = (): PageSubjects => {
    const shown = [...subscribers].map((one) => one.subject());
    return {
      page,
      orders: shown.filter((one) => typeof one !== 'string'),
      chat: shown.includes('chat'),
      availability: shown.includes('availability'),
    };
  };
  const state = (next: boolean) => {
    clearTimeout(stateTimeout);
    if (isOpen === next) return;
    isOpen = next;
    for (const one of subscribers) one.onState(next);
  };
  const hear = (message: Message) => {
    if (message.kind === 'state') state(message.isOpen);
    if (message.kind === 'told') for (const one of subscribers) one.onEvent(message.event, message.data);
  };
  const joinOrLeave = () => {
    const isWanted = document.visibilityState === 'visible' && subscribers.size > 0;
    if (isWanted === (membership !== undefined)) return;
    if (isWanted) {
      membership = follow(own, hear);
      stateTimeout = setTimeout(() => state(false), STATE_TIMEOUT_MS);
      return;
    }
    membership?.leave();
    membership = undefined;
    state(false);
    isOpen = undefined;
  };
  document.addEventListener('visibilitychange', joinOrLeave);
  return (one: Subscriber): (() => void) => {
    subscribers.add(one);
    if (membership === undefined) joinOrLeave();
    else membership.want();
    if (membership === undefined) one.onState(false);
    else if (isOpen !== undefined) one.onState(isOpen);
    return () => {
      subscribers.delete(one);
      if (subscribers.size === 0) joinOrLeave();
      else membership?.want();
    };
  };
}

let subscribe: ReturnType<typeof createPage> | undefined;

/** Follows a subject by this browser's shared stream while the page is visible. Returns how to stop. */
export function subscribeToStream(part: Subscriber): () => void {
  subscribe ??= createPage();
  return subscribe(part);
}
