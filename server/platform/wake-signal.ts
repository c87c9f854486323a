/** A signal that is set or not: `wait` resolves after the next `set`, or at once when `set` was called since the last `wait`. Set at first. */
export function createWakeSignal() {
  let isSet = true;
  let wakeWaiter: (() => void) | undefined;
  return {
    set: (): void => {
      isSet = true;
      wakeWaiter?.();
    },
    wait: async (): Promise<void> => {
      if (!isSet) await new Promise<void>((resolve) => (wakeWaiter = resolve));
      isSet = false;
    },
  };
}
