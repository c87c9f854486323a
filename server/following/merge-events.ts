import type { ServerEvent } from '#server/platform/http/route.ts';

type Ready = { readonly result: IteratorResult<ServerEvent> } | { readonly error: unknown };

/** Events of several sources as they come. Each is asked for its next one when the one before was taken: who reads slowly is told less. */
export async function* mergeEvents(sources: readonly AsyncIterable<ServerEvent>[]): AsyncGenerator<ServerEvent> {
  const ready: { readonly from: AsyncIterator<ServerEvent>; readonly one: Ready }[] = [];
  let wake = () => {};
  const ask = (from: AsyncIterator<ServerEvent>): void => {
    const take = (one: Ready) => {
      ready.push({ from, one });
      wake();
    };
    from.next().then(
      (result) => take({ result }),
      (error: unknown) => take({ error }),
    );
  };
  const open = new Set(sources.map((source) => source[Symbol.asyncIterator]()));
  try {
    for (const one of open) ask(one);
    while (open.size > 0) {
      if (ready.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const next = ready.shift();
      if (next === undefined) continue;
      if ('error' in next.one) throw next.one.error;
      if (next.one.result.done === true) {
        open.delete(next.from);
        continue;
      }
      yield next.one.result.value;
      ask(next.from);
    }
  } finally {
    // What still waits ends with the signal that it was given
    for (const one of open) void one.return?.();
  }
}
