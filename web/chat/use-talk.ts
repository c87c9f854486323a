import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { Locale } from '#core/locale.ts';
import { keep, noteUsed, takeKept, type Unsent } from './kept-talk.ts';
import { followTalks } from './talk-live.ts';
import { markRead, type Message, readHere, type Reading, send } from './talk-wire.ts';

/** Something on its way, or not taken. */
export interface Pending extends Unsent {
  readonly file: File | null;
  readonly isSending: boolean;
  /** Why it was not taken, in words; null: nobody answered. Undefined while nothing is wrong. */
  readonly problem: string | null | undefined;
  readonly field: string | null;
}

export interface Talk {
  readonly reading: Reading | null;
  /** Nobody answers. */
  readonly isAway: boolean;
  readonly pending: readonly Pending[];
  readonly draft: string;
  readonly setDraft: (text: string) => void;
  readonly say: (text: string, file: File | null, email: string) => void;
  readonly again: (key: string, email: string) => void;
  readonly drop: (key: string) => void;
  readonly earlier: () => void;
}

const byNr = (a: Message, b: Message): number => a.attributes.nr - b.attributes.nr;

/** What is read now over what was read before: earlier messages stay, changed ones change. */
function merged(before: Reading | null, next: Reading): Reading {
  if (before === null) return next;
  const all = new Map([...before.messages, ...next.messages].map((message) => [message.id, message]));
  const first = next.messages[0]?.attributes.nr ?? 0;
  const isFurther = before.messages.some(({ attributes }) => attributes.nr < first);
  return {
    messages: [...all.values()].toSorted(byNr),
    meta: isFurther ? { ...next.meta, has_earlier: before.meta.has_earlier } : next.meta,
  };
}

const earlierIn = (before: Reading | null, next: Reading): Reading =>
  before === null
    ? next
    : { messages: [...next.messages, ...before.messages], meta: { ...before.meta, has_earlier: next.meta.has_earlier } };

type Step =
  | { readonly kind: 'read'; readonly reading: Reading }
  | { readonly kind: 'earlier'; readonly reading: Reading }
  | { readonly kind: 'said'; readonly message: Message };

function step(before: Reading | null, next: Step): Reading | null {
  if (next.kind === 'read') return merged(before, next.reading);
  if (next.kind === 'earlier') return earlierIn(before, next.reading);
  return before && merged(before, { messages: [next.message], meta: before.meta });
}

const waiting = (unsent: Unsent): Pending => ({ ...unsent, file: null, isSending: false, problem: null, field: null });

/** One talk as it changes, with what is typed and what is still to be taken. `orderId`: of which order; undefined: the visitor's own. */
export function useTalk({
  orderId,
  locale,
  opened,
}: {
  readonly orderId: string | undefined;
  readonly locale: Locale;
  readonly opened: Reading | null;
}): Talk {
  const [reading, take] = useReducer(step, opened);
  const [isAway, setAway] = useState(false);
  const [kept] = useState(() => (typeof sessionStorage === 'undefined' ? { draft: '', unsent: [] } : takeKept(orderId)));
  const [draft, setDraft] = useState(kept.draft);
  const [pending, setPending] = useState<readonly Pending[]>(() => kept.unsent.map(waiting));

  useEffect(() => keep(orderId, { draft, unsent: pending.filter(({ file }) => file === null) }), [orderId, draft, pending]);

  const hasTalks = (reading?.meta.talks.length ?? 0) > 0;
  const look = useEffectEvent(async (signal: AbortSignal) => {
    const next = await readHere(locale, { orderId }, signal);
    if (signal.aborted) return;
    setAway(next == null);
    if (next == null) return;
    take({ kind: 'read', reading: next });
    if (next.messages.length > 0) noteUsed();
    const last = next.messages.at(-1)?.attributes.nr ?? 0;
    if (next.meta.unread > 0 && document.visibilityState === 'visible') void markRead(locale, orderId, last);
  });
  useEffect(() => {
    const left = new AbortController();
    const stop = followTalks(() => void look(left.signal), hasTalks || orderId !== undefined);
    return () => {
      stop();
      left.abort();
    };
  }, [orderId, hasTalks]);

  const change = (key: string, next: Partial<Pending> | null) =>
    setPending((all) => all.flatMap((one) => (one.key !== key ? [one] : next === null ? [] : [{ ...one, ...next }])));

  const deliver = async (one: Pending, email: string) => {
    const { key, proof, text, file } = one;
    const sent = await send(locale, { key, proof, text, file, orderId, email }, (made) => change(key, { proof: made }));
    noteUsed();
    if (!sent.ok) return change(one.key, { isSending: false, problem: sent.words, field: sent.field });
    take({ kind: 'said', message: sent.message });
    change(one.key, null);
    void look(new AbortController().signal);
  };

  return {
    reading,
    isAway,
    pending,
    draft,
    setDraft,
    say: (text, file, email) => {
      const one: Pending = { key: crypto.randomUUID(), text, file, proof: undefined, isSending: true, problem: undefined, field: null };
      setPending((all) => [...all, one]);
      setDraft('');
      void deliver(one, email);
    },
    again: (key, email) => {
      const one = pending.find((other) => other.key === key);
      if (one === undefined) return;
      // What was refused for its words is another message with others; what nobody answered is the same one
      change(key, { isSending: true, problem: undefined });
      void deliver(one, email);
    },
    drop: (key) => {
      const one = pending.find((other) => other.key === key);
      if (one !== undefined && draft === '') setDraft(one.text);
      change(key, null);
    },
    earlier: () => {
      const first = reading?.messages[0]?.attributes.nr;
      if (first === undefined) return;
      void readHere(locale, { orderId, before: first }).then((next) => next != null && take({ kind: 'earlier', reading: next }));
    },
  };
}
