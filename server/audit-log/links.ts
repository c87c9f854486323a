import { createHash } from 'node:crypto';
import { auditText, auditTexts } from '#core/audit-text.ts';
import { canonicalJson } from '#core/canonical-json.ts';
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

const hashOf = (row: AuditRow, { seq, before, isOurs }: Place, text: string): Buffer =>
  createHash('sha256')
    .update(before)
    .update(canonicalJson([seq, isOurs, row.at_text, row.mark, text]))
    .digest();

/** The hash of a row in its place: it says all of the row, its time, whose it is, and everything before it. */
export const linkHash = (row: AuditRow, place: Place): Buffer => hashOf(row, place, auditText(deedOf(row)));

/** Whether a stored link is that of this row in this place, by the encoding of today or of the release that linked it. */
export const isLinkOf = (hash: Buffer, row: AuditRow, place: Place): boolean =>
  auditTexts(deedOf(row)).some((text) => hashOf(row, place, text).equals(hash));

/** Whether the shop itself wrote this row. */
export function isOurs(secrets: Deps['secrets'], row: AuditRow, takesEarlier: boolean): boolean {
  if (row.mark === EARLIER) return takesEarlier;
  const { mark } = row;
  return mark !== null && auditTexts(deedOf(row)).some((text) => secrets.verifyKept(AUDIT_MARK, text, mark));
}

export const isEarlier = (row: AuditRow): boolean => row.mark === EARLIER;

const headText = ({ seq, hash, takesEarlier }: Omit<Head, 'signature'>): string => canonicalJson([seq, hash.toString('hex'), takesEarlier]);

export const signedHead = (secrets: Deps['secrets'], head: Omit<Head, 'signature'>): Head => ({
  ...head,
  signature: secrets.sign(HEAD, headText(head)),
});

export const isSigned = (secrets: Deps['secrets'], head: Head): boolean => secrets.verifyKept(HEAD, headText(head), head.signature);
