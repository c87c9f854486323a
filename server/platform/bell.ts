/** Something to wait for that may happen before anybody waits. */
export function createBell() {
  let isRung = true;
  let answer: (() => void) | undefined;
  return {
    ring: (): void => {
      isRung = true;
      answer?.();
    },
    heard: async (): Promise<void> => {
      if (!isRung) await new Promise<void>((resolve) => (answer = resolve));
      isRung = false;
    },
  };
}
