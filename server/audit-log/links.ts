import { createHash } from 'node:crypto';
import { auditText } from '#core/audit-text.ts';
import type { Deps } from '#server/deps.ts';
import { AUDIT_MARK } from '#server/operators/record-audit.ts';
import { type AuditRow, deedOf, type Head } from './store.ts';

/** The mark of rows from before there were marks; the migration gives it to them, and nothing since. */
const EARLIER = 'earlier';
const HEAD = 'audit head';

/** What the first link stands on. */
export const NOTHING_BEFORE = Buffer.alloc(32);

interface Place {
  readonly seq: number;
  readonly before: Buffer;
  readonly isOurs: boolean;
}

/** The hash of a row in its place: it says all of the row, its time, whose it is, and everything before it. */
export const linkHash = (row: AuditRow, { seq, before, isOurs }: Place): Buffer =>
  createHash('sha256')
    .update(before)
    .update(JSON.stringify([seq, isOurs, row.at_text, row.mark, auditText(deedOf(row))]))
    .digest();

/** Whether the shop itself wrote this row. */
export function isOurs(secrets: Deps['secrets'], row: AuditRow, takesEarlier: boolean): boolean {
  if (row.mark === EARLIER) return takesEarlier;
  return row.mark !== null && secrets.verify(AUDIT_MARK, auditText(deedOf(row)), row.mark);
}

export const isEarlier = (row: AuditRow): boolean => row.mark === EARLIER;

const headText = ({ seq, hash, takesEarlier }: Omit<Head, 'signature'>): string =>
  JSON.stringify([seq, hash.toString('hex'), takesEarlier]);

export const signedHead = (secrets: Deps['secrets'], head: Omit<Head, 'signature'>): Head => ({
  ...head,
  signature: secrets.sign(HEAD, headText(head)),
});

export const isSigned = (secrets: Deps['secrets'], head: Head): boolean => secrets.verify(HEAD, headText(head), head.signature);
