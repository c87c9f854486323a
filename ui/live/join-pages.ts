export interface PageGroup<M> {
  readonly post: (message: M) => void;
  /** Leaves the group. `farewell` is posted after this page has stopped leading. */
  readonly leave: (farewell?: M) => void;
}

interface Member<M> {
  readonly onMessage: (message: M) => void;
  /** Called when this page becomes the leader; the signal aborts when it leaves. */
  readonly lead: (post: PageGroup<M>['post'], signal: AbortSignal) => void;
}

/**
 * Joins this page to the other pages of this browser. The holder of the lock `name` leads; after it leaves, the next in the queue. Without
 * locks (plain HTTP) every page leads.
 */
export function joinPages<M>(name: string, { onMessage, lead }: Member<M>): PageGroup<M> {
  const leaving = new AbortController();
  const channel = 'locks' in navigator && typeof BroadcastChannel !== 'undefined' ? new BroadcastChannel(name) : undefined;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it reaches this origin alone
  const post = (message: M) => channel?.postMessage(message);
  channel?.addEventListener('message', ({ data }: MessageEvent<M>) => onMessage(data));
  if (channel === undefined) lead(post, leaving.signal);
  else {
    const holdLock = () =>
      new Promise<void>((release) => {
        leaving.signal.addEventListener('abort', () => release(), { once: true });
        lead(post, leaving.signal);
      });
    // Rejects only if the page leaves before it gets the lock
    navigator.locks.request(name, { signal: leaving.signal }, holdLock).catch(() => undefined);
  }
  return {
    post,
    leave(farewell) {
      leaving.abort();
      if (farewell !== undefined) post(farewell);
      channel?.close();
    },
  };
}
