import type { ServerEvent } from '#server/platform/http/route.ts';

type SourceResult = { readonly result: IteratorResult<ServerEvent> } | { readonly error: unknown };

/** Merges events in order of arrival. Each source is pulled again after its event was consumed, so slow readers get fewer events. */
export async function* mergeEvents(sources: readonly AsyncIterable<ServerEvent>[]): AsyncGenerator<ServerEvent> {
  const ready: { readonly iterator: AsyncIterator<ServerEvent>; readonly outcome: SourceResult }[] = [];
  let wake = () => {};
  const pull = (iterator: AsyncIterator<ServerEvent>): void => {
    const push = (outcome: SourceResult) => {
      ready.push({ iterator, outcome });
      wake();
    };
    iterator.next().then(
      (result) => push({ result }),
      (error: unknown) => push({ error }),
    );
  };
  const active = new Set(sources.map((source) => source[Symbol.asyncIterator]()));
  try {
    for (const iterator of active) pull(iterator);
    while (active.size > 0) {
      if (ready.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const next = ready.shift();
      if (next === undefined) continue;
      if ('error' in next.outcome) throw next.outcome.error;
      if (next.outcome.result.done === true) {
        active.delete(next.iterator);
        continue;
      }
      yield next.outcome.result.value;
      pull(next.iterator);
    }
  } finally {
    // Pending reads end with their signal
    for (const iterator of active) void iterator.return?.();
  }
}
