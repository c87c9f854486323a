import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { Locale } from '#core/locale.ts';
import { storeThread, markChatUsed, readStoredThread, type UnsentMessage } from './thread-storage.ts';
import { watchThreads } from './watch-threads.ts';
import { markRead, type Message, fetchThreadFromBrowser, type Thread, sendMessage } from './thread-api.ts';

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

const byNr = (a: Message, b: Message): number => a.attributes.nr - b.attributes.nr;

/** Merges newly loaded messages into the known ones. */
function mergeThread(before: Thread | null, next: Thread): Thread {
  if (before === null) return next;
  const all = new Map([...before.messages, ...next.messages].map((message) => [message.id, message]));
  const first = next.messages[0]?.attributes.nr ?? 0;
  const isFurther = before.messages.some(({ attributes }) => attributes.nr < first);
  return {
    messages: [...all.values()].toSorted(byNr),
    meta: isFurther ? { ...next.meta, has_earlier: before.meta.has_earlier } : next.meta,
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

function threadReducer(before: Thread | null, next: ThreadAction): Thread | null {
  if (next.kind === 'read') return mergeThread(before, next.thread);
  if (next.kind === 'earlier') return prependEarlier(before, next.thread);
  return before && mergeThread(before, { messages: [next.message], meta: before.meta });
}

const toPending = (unsent: UnsentMessage): PendingMessage => ({ ...unsent, file: null, isSending: false, problem: null, field: null });

/** A live thread with its draft and pending messages. `orderId` undefined: the general thread. */
export function useThread({
  orderId,
  locale,
  initial,
}: {
  readonly orderId: string | undefined;
  readonly locale: Locale;
  readonly initial: Thread | null;
}): ThreadControls {
  const [thread, dispatch] = useReducer(threadReducer, initial);
  const [isUnavailable, setUnavailable] = useState(false);
  const [stored] = useState(() => (typeof sessionStorage === 'undefined' ? { draft: '', unsent: [] } : readStoredThread(orderId)));
  const [draft, setDraft] = useState(stored.draft);
  const [pending, setPending] = useState<readonly PendingMessage[]>(() => stored.unsent.map(toPending));

  useEffect(() => storeThread(orderId, { draft, unsent: pending.filter(({ file }) => file === null) }), [orderId, draft, pending]);

  const hasThreads = (thread?.meta.talks.length ?? 0) > 0;
  const refresh = useEffectEvent(async (signal: AbortSignal) => {
    const next = await fetchThreadFromBrowser(locale, { orderId }, signal);
    if (signal.aborted) return;
    setUnavailable(next == null);
    if (next == null) return;
    dispatch({ kind: 'read', thread: next });
    if (next.messages.length > 0) markChatUsed();
    const last = next.messages.at(-1)?.attributes.nr ?? 0;
    if (next.meta.unread > 0 && document.visibilityState === 'visible') void markRead(locale, orderId, last);
  });
  useEffect(() => {
    const controller = new AbortController();
    const stop = watchThreads(() => void refresh(controller.signal), hasThreads || orderId !== undefined);
    return () => {
      stop();
      controller.abort();
    };
  }, [orderId, hasThreads]);

  const change = (key: string, next: Partial<PendingMessage> | null) =>
    setPending((all) => all.flatMap((message) => (message.key !== key ? [message] : next === null ? [] : [{ ...message, ...next }])));

  const deliver = async (message: PendingMessage, email: string) => {
    const { key, proof, text, file } = message;
    const sent = await sendMessage(locale, { key, proof, text, file, orderId, email }, (newProof) => change(key, { proof: newProof }));
    markChatUsed();
    if (!sent.ok) return change(message.key, { isSending: false, problem: sent.errorText, field: sent.field });
    dispatch({ kind: 'sent', message: sent.message });
    change(message.key, null);
    void refresh(new AbortController().signal);
  };

  return {
    thread,
    isUnavailable,
    pending,
    draft,
    setDraft,
    send: (text, file, email) => {
      const message: PendingMessage = {
        key: crypto.randomUUID(),
        text,
        file,
        proof: undefined,
        isSending: true,
        problem: undefined,
        field: null,
      };
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
      change(key, null);
    },
    loadEarlier: () => {
      const first = thread?.messages[0]?.attributes.nr;
      if (first === undefined) return;
      void fetchThreadFromBrowser(locale, { orderId, before: first }).then(
        (next) => next != null && dispatch({ kind: 'earlier', thread: next }),
      );
    },
  };
}
