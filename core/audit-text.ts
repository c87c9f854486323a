import { canonicalJson } from './canonical-json.ts';

/** One row of the audit log as it was meant. */
export interface AuditDeed {
  readonly id: string;
  readonly actorId: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Members sorted as rows before the canonical encoding had them: those that look like whole numbers stay in front. */
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
export const auditText = ({ id, actorId, action, subjectType, subjectId, detail }: AuditDeed): string =>
  canonicalJson([id, actorId, action, subjectType, subjectId, detail]);

/** The text that earlier releases marked and chained; differs only where a member of the detail looks like a whole number. */
export const earlierAuditText = ({ id, actorId, action, subjectType, subjectId, detail }: AuditDeed): string =>
  JSON.stringify([id, actorId, action, subjectType, subjectId, ordered(JSON.parse(JSON.stringify(detail)))]);

/** Every text that a stored row may have been marked and chained by, the current one first. */
export const auditTexts = (deed: AuditDeed): readonly string[] => [...new Set([auditText(deed), earlierAuditText(deed)])];
