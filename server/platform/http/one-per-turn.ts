/** Starts one at a time, each in a turn of the event loop of its own: the work of a burst is never one long stretch. */
export function onePerTurn(): (start: () => void) => void {
  const ready: (() => void)[] = [];
  const next = (): void => {
    ready.shift()?.();
    if (ready.length > 0) setImmediate(next);
  };
  return (start) => {
    if (ready.push(start) === 1) setImmediate(next);
  };
}
