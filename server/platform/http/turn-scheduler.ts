/** Runs each function in its own turn of the event loop, so that a burst does not block it. */
export function createTurnScheduler(): (start: () => void) => void {
  const queue: (() => void)[] = [];
  const runNext = (): void => {
    queue.shift()?.();
    if (queue.length > 0) setImmediate(runNext);
  };
  return (start) => {
    if (queue.push(start) === 1) setImmediate(runNext);
  };
}
