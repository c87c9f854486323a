/** Operators work by Moscow time (spec 9); it has had no summer time since 2014. */
const OFFSET = '+03:00';

/** The value of a field of date and time, meant in Moscow, as the wire has it; null for anything else. */
export function momentOf(typed: string): string | null {
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(typed) ? Date.parse(`${typed}:00${OFFSET}`) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
