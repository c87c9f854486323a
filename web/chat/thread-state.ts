import type { Message, Thread } from './thread-api.ts';

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

/** The loaded part of a thread after a read, a page of earlier messages or a sent message. */
export function threadReducer(before: Thread | null, next: ThreadAction): Thread | null {
  if (next.kind === 'read') return mergeThread(before, next.thread);
  if (next.kind === 'earlier') return prependEarlier(before, next.thread);
  return before && mergeThread(before, { messages: [next.message], meta: before.meta });
}
