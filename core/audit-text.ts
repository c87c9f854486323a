/** One row of the audit log as it was meant. */
export interface AuditDeed {
  readonly id: string;
  readonly actorId: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** JSON with its members in one order, whatever order they were written or stored in. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, inner]) => [key, ordered(inner)]),
  );
}

/** A deed as one text, the same for the same deed: what is marked and chained (R41). */
export function auditText({ id, actorId, action, subjectType, subjectId, detail }: AuditDeed): string {
  // Through JSON once: what has no place in it (undefined, a date) is kept as the database will keep it
  const kept: unknown = JSON.parse(JSON.stringify(detail));
  return JSON.stringify([id, actorId, action, subjectType, subjectId, ordered(kept)]);
}
