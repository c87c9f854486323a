/** The operator's place in the queue: list, row, scroll position. Stored for this tab. */
export interface QueuePlace {
  /** The list's address without its question mark, as `writeFilter` writes it. */
  readonly list: string;
  readonly id: string | null;
  readonly index: number;
  readonly scrollY: number;
}

const STORAGE_KEY = 'office-queue-place';

export const storePlace = (place: QueuePlace): void => sessionStorage.setItem(STORAGE_KEY, JSON.stringify(place));

function isPlace(value: unknown): value is QueuePlace {
  if (typeof value !== 'object' || value === null) return false;
  const { list, id, index, scrollY } = value as Partial<Record<keyof QueuePlace, unknown>>;
  return typeof list === 'string' && (id === null || typeof id === 'string') && typeof index === 'number' && typeof scrollY === 'number';
}

/** The place stored last in this tab, or null. */
export function storedPlace(): QueuePlace | null {
  const text = sessionStorage.getItem(STORAGE_KEY);
  const value: unknown = text === null ? null : JSON.parse(text);
  return isPlace(value) ? value : null;
}
