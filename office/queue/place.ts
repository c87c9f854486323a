/** Where the operator stood in the queue: which list, which row, how far down. Kept for this tab until he comes back. */
export interface Place {
  /** The list's address without its question mark, as `writeFilter` writes it. */
  readonly list: string;
  readonly id: string | null;
  readonly index: number;
  readonly scrollY: number;
}

const KEPT = 'office-queue-place';

export const keepPlace = (place: Place): void => sessionStorage.setItem(KEPT, JSON.stringify(place));

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false;
  const { list, id, index, scrollY } = value as Partial<Record<keyof Place, unknown>>;
  return typeof list === 'string' && (id === null || typeof id === 'string') && typeof index === 'number' && typeof scrollY === 'number';
}

/** The place that was left last in this tab; null when there is none. */
export function keptPlace(): Place | null {
  const text = sessionStorage.getItem(KEPT);
  const value: unknown = text === null ? null : JSON.parse(text);
  return isPlace(value) ? value : null;
}
