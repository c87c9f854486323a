/** State of the last save. While a save runs, `error` is that of the save before it. */
export interface SaveStatus<E> {
  readonly state: 'saving' | 'saved' | 'unanswered' | 'refused';
  readonly error?: E | undefined;
}

interface Options<T, E> {
  readonly delayMs: number;
  readonly send: (value: T) => Promise<SaveStatus<E>>;
  readonly onStatus: (status: SaveStatus<E>) => void;
}

/**
 * Saves the newest value `delayMs` after the last change, one save at a time. Changes during a save are sent after its response. A value
 * without a response stays unsaved until `retry`.
 */
export function createAutosave<T, E>({ delayMs, send, onStatus }: Options<T, E>) {
  let unsaved: T | undefined;
  let isRunning = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const save = async (): Promise<void> => {
    const value = unsaved;
    if (value === undefined || isRunning) return;
    isRunning = true;
    onStatus({ state: 'saving' });
    const status = await send(value);
    isRunning = false;
    const hasNewValue = unsaved !== value;
    if (!hasNewValue && status.state !== 'unanswered') unsaved = undefined;
    if (hasNewValue && timer === undefined) return await save();
    onStatus(status);
  };
  /** Saves without waiting for the delay. */
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    void save();
  };
  return {
    change(value: T): void {
      unsaved = value;
      clearTimeout(timer);
      timer = setTimeout(flush, delayMs);
    },
    saveNow(value: T): void {
      unsaved = value;
      flush();
    },
    flush,
    retry: (): void => void save(),
  };
}
