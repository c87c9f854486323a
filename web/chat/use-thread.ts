import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { Locale } from '#core/locale.ts';
import { subscribeToStream } from '#web/live/shared-stream.ts';
import { type Message, type Thread, markRead, fetchThreadFromBrowser, sendMessage } from './thread-api.ts';
import { storeThread, markChatUsed, readStoredThread, type UnsentMessage } from './thread-storage.ts';

/** Poll interval while the stream is closed. */
const POLL_MS = 60_000;

/**
 * Calls `onChange` on changes of the visitor's threads, by the shared stream or at an interval. `usesStream`: there is a thread, or an
 * order for one. Returns how to stop.
 */
export function watchThreads(onChange: () => void, usesStream: boolean): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') onChange();
  };
  let isStreamOpen = false;
  const stop = usesStream
    ? subscribeToStream({
        subject: () => 'chat',
        onEvent: (event) => {
          if (event === 'chat' || event === 'opened') onChange();
        },
        onState: (isOpen) => void (isStreamOpen = isOpen),
      })
    : undefined;
  const timer = setInterval(() => isStreamOpen || onChange(), POLL_MS);
  onVisible();
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    clearInterval(timer);
    stop?.();
  };
}

const byNumber = (a: Message, b: Message): number => a.attributes.nr - b.attributes.nr;

/** Merges newly loaded messages into those shown. */
function mergeThread(before: Thread | null, next: Thread): Thread {
  if (before === null) return next;
  const all = new Map([...before.messages, ...next.messages].map((message) => [message.id, message]));
  const firstNumber = next.messages[0]?.attributes.nr ?? 0;
  const hasOlderMessages = before.messages.some(({ attributes }) => attributes.nr < firstNumber);
  return {
    messages: [...all.values()].toSorted(byNumber),
    meta: hasOlderMessages ? { ...next.meta, has_earlier: before.meta.has_earlier } : next.meta,
  };
}

const prependEarlier = (before: Thread | null, next: Thread): Thread =>
  before === null
    ? next
    : { messages: [...next.messages, ...before.messages], meta: { ...before.meta, has_earlier: next.meta.has_earlier } };

type ThreadAction =
  | { readonly kind: 'read'; readonly thread: Thread }
  | { readonly kind: 'earlier'; readonly thread: Thread }
  | { readonly kind: 'sent'; readonly message: Message };

/** The loaded part of a thread after a read, a page of earlier messages or a sent message. */
function threadReducer(before: Thread | null, next: ThreadAction): Thread | null {
  if (next.kind === 'read') return mergeThread(before, next.thread);
  if (next.kind === 'earlier') return prependEarlier(before, next.thread);
  return before && mergeThread(before, { messages: [next.message], meta: before.meta });
}

/** A message being sent, or a failed one. */
export interface PendingMessage extends UnsentMessage {
  readonly file: File | null;
  readonly isSending: boolean;
  /** Error message; null: no response; undefined: no error. */
  readonly problem: string | null | undefined;
  readonly field: string | null;
}

export interface ThreadControls {
  readonly thread: Thread | null;
  /** The last load failed. */
  readonly isUnavailable: boolean;
  readonly pending: readonly PendingMessage[];
  readonly draft: string;
  readonly setDraft: (text: string) => void;
  readonly send: (text: string, file: File | null, email: string) => void;
  readonly retry: (key: string, email: string) => void;
  readonly discard: (key: string) => void;
  readonly loadEarlier: () => void;
}

const toPending = (unsent: UnsentMessage): PendingMessage => ({ ...unsent, file: null, isSending: false, problem: null, field: null });

interface ThreadOptions {
  readonly orderId: string | undefined;
  readonly locale: Locale;
  readonly initial: Thread | null;
}

/** A live thread with its draft and pending messages. `orderId` undefined: the general thread. */
export function useThread({ orderId, locale, initial }: ThreadOptions): ThreadControls {
  const [thread, dispatch] = useReducer(threadReducer, initial);
  const [isUnavailable, setUnavailable] = useState(false);
  const hasThreads = (thread?.meta.talks.length ?? 0) > 0;
  const refresh = useEffectEvent(async (signal: AbortSignal) => {
    const next = await fetchThreadFromBrowser(locale, { orderId }, signal);
    if (signal.aborted) return;
    setUnavailable(next == null);
    if (next == null) return;
    dispatch({ kind: 'read', thread: next });
    if (next.messages.length > 0) markChatUsed();
    const lastNumber = next.messages.at(-1)?.attributes.nr ?? 0;
    if (next.meta.unread > 0 && document.visibilityState === 'visible') void markRead(locale, orderId, lastNumber);
  });
  useEffect(() => {
    const controller = new AbortController();
    const stop = watchThreads(() => void refresh(controller.signal), hasThreads || orderId !== undefined);
    return () => {
      stop();
      controller.abort();
    };
  }, [orderId, hasThreads]);
  const outgoing = useOutgoing(orderId, locale, (message) => {
    dispatch({ kind: 'sent', message });
    void refresh(new AbortController().signal);
  });
  return {
    thread,
    isUnavailable,
    ...outgoing,
    loadEarlier: () => {
      const firstNumber = thread?.messages[0]?.attributes.nr;
      if (firstNumber === undefined) return;
      void fetchThreadFromBrowser(locale, { orderId, before: firstNumber }).then(
        (next) => next != null && dispatch({ kind: 'earlier', thread: next }),
      );
    },
  };
}

/** The draft and the messages not delivered yet; both survive a reload, except chosen files. */
function useOutgoing(
  orderId: string | undefined,
  locale: Locale,
  onSent: (message: Message) => void,
): Pick<ThreadControls, 'pending' | 'draft' | 'setDraft' | 'send' | 'retry' | 'discard'> {
  const [stored] = useState(() => (typeof sessionStorage === 'undefined' ? { draft: '', unsent: [] } : readStoredThread(orderId)));
  const [draft, setDraft] = useState(stored.draft);
  const [pending, setPending] = useState<readonly PendingMessage[]>(() => stored.unsent.map(toPending));
  useEffect(() => storeThread(orderId, { draft, unsent: pending.filter(({ file }) => file === null) }), [orderId, draft, pending]);

  const change = (key: string, next: Partial<PendingMessage>) =>
    setPending((all) => all.map((message) => (message.key === key ? { ...message, ...next } : message)));
  const remove = (key: string) => setPending((all) => all.filter((message) => message.key !== key));
  const deliver = async (message: PendingMessage, email: string) => {
    const { key, proof, text, file } = message;
    const sent = await sendMessage(locale, { key, proof, text, file, orderId, email }, (newProof) => change(key, { proof: newProof }));
    markChatUsed();
    if (!sent.ok) return change(key, { isSending: false, problem: sent.errorText, field: sent.field });
    onSent(sent.message);
    remove(key);
  };
  return {
    pending,
    draft,
    setDraft,
    send: (text, file, email) => {
      const key = crypto.randomUUID();
      const message: PendingMessage = { key, text, file, proof: undefined, isSending: true, problem: undefined, field: null };
      setPending((all) => [...all, message]);
      setDraft('');
      void deliver(message, email);
    },
    retry: (key, email) => {
      const message = pending.find((candidate) => candidate.key === key);
      if (message === undefined) return;
      // Same key: the text cannot be edited before a retry
      change(key, { isSending: true, problem: undefined });
      void deliver(message, email);
    },
    discard: (key) => {
      const message = pending.find((candidate) => candidate.key === key);
      if (message !== undefined && draft === '') setDraft(message.text);
      remove(key);
    },
  };
}
