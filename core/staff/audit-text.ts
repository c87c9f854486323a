import { canonicalJson } from '#core/text/canonical-json.ts';

/** The authenticated fields of one audit log entry. */
export interface AuditRecord {
  readonly id: string;
  readonly actorId: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Sorts members as earlier releases did: those that look like whole numbers come first. */
function withSortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, inner]) => [key, withSortedMembers(inner)]),
  );
}

/** The text of a record that its MAC and the hash chain are made from (R41). Different records have different texts. */
export const auditText = ({ id, actorId, action, subjectType, subjectId, detail }: AuditRecord): string =>
  canonicalJson([id, actorId, action, subjectType, subjectId, detail]);

/** The text that earlier releases signed and chained. It differs only if a member of `detail` looks like a whole number. */
export const legacyAuditText = ({ id, actorId, action, subjectType, subjectId, detail }: AuditRecord): string =>
  JSON.stringify([id, actorId, action, subjectType, subjectId, withSortedMembers(JSON.parse(JSON.stringify(detail)))]);

/** Every text that a stored row may have been signed and chained with, the current form first. */
export const auditTexts = (record: AuditRecord): readonly string[] => [...new Set([auditText(record), legacyAuditText(record)])];
