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
function joinStream(subjectsOfPage: () => PageSubjects, receive: (message: Message) => void) {
  const { page } = subjectsOfPage();
  let leader: ReturnType<typeof readForAll> | undefined;
  const group = joinPages<Message>(CHANNEL, {
    onMessage(message) {
      if (leader === undefined) return message.kind === 'asked' ? announce() : receive(message);
      if (message.kind === 'want') leader.onSubjects(message.want);
      if (message.kind === 'left') leader.onLeft(message.page);
    },
    lead(post, signal) {
      leader = readForAll(signal, subjectsOfPage, (message) => {
        post(message);
        receive(message);
      });
    },
  });
  const announce = () => (leader === undefined ? group.post({ kind: 'want', want: subjectsOfPage() }) : leader.gather());
  announce();
  return {
    announce,
    leave: () => group.leave({ kind: 'left', page }),
  };
}

function createPage() {
  const page = crypto.randomUUID();
  const subscribers = new Set<Subscriber>();
  let membership: ReturnType<typeof joinStream> | undefined;
  let isOpen: boolean | undefined;
  let stateTimeout: ReturnType<typeof setTimeout> | undefined;

  const subjectsOfPage = (): PageSubjects => {
    const subjects = [...subscribers].map((subscriber) => subscriber.subject());
    return {
      page,
      orders: subjects.filter((subject) => typeof subject !== 'string'),
      chat: subjects.includes('chat'),
      availability: subjects.includes('availability'),
    };
  };
  const setOpen = (next: boolean) => {
    clearTimeout(stateTimeout);
    if (isOpen === next) return;
    isOpen = next;
    for (const subscriber of subscribers) subscriber.onState(next);
  };
  const receive = (message: Message) => {
    if (message.kind === 'state') setOpen(message.isOpen);
    if (message.kind === 'told') for (const subscriber of subscribers) subscriber.onEvent(message.event, message.data);
  };
  const joinOrLeave = () => {
    const isNeeded = document.visibilityState === 'visible' && subscribers.size > 0;
    if (isNeeded === (membership !== undefined)) return;
    if (isNeeded) {
      membership = joinStream(subjectsOfPage, receive);
      stateTimeout = setTimeout(() => setOpen(false), STATE_TIMEOUT_MS);
      return;
    }
    membership?.leave();
    membership = undefined;
    setOpen(false);
    isOpen = undefined;
  };
  document.addEventListener('visibilitychange', joinOrLeave);
  return (subscriber: Subscriber): (() => void) => {
    subscribers.add(subscriber);
    if (membership === undefined) joinOrLeave();
    else membership.announce();
    if (membership === undefined) subscriber.onState(false);
    else if (isOpen !== undefined) subscriber.onState(isOpen);
    return () => {
      subscribers.delete(subscriber);
      if (subscribers.size === 0) joinOrLeave();
      else membership?.announce();
    };
  };
}

let subscribe: ReturnType<typeof createPage> | undefined;

/** Follows a subject by this browser's shared stream while the page is visible. Returns the function that stops it. */
export function subscribeToStream(subscriber: Subscriber): () => void {
  subscribe ??= createPage();
  return subscribe(subscriber);
}
