import { createHash } from 'node:crypto';
import { auditText, auditTexts } from '#core/staff/audit-text.ts';
import { canonicalJson } from '#core/text/canonical-json.ts';
import type { Deps } from '#server/deps.ts';
import { AUDIT_MARK } from '#server/operators/record-audit.ts';
import { type AuditRow, auditEntryOf, type Head } from './store.ts';

/** The mark that a migration gave to rows older than marks. No later row has it. */
const EARLIER = 'earlier';
const HEAD = 'audit head';

/** The previous hash of the first link. */
export const GENESIS_HASH = Buffer.alloc(32);

interface ChainPosition {
  readonly seq: number;
  readonly previousHash: Buffer;
  /** Whether the service wrote the row itself, which its mark proves. */
  readonly isOurs: boolean;
}

const hashOf = (row: AuditRow, { seq, previousHash, isOurs }: ChainPosition, text: string): Buffer =>
  createHash('sha256')
    .update(previousHash)
    .update(canonicalJson([seq, isOurs, row.at_text, row.mark, text]))
    .digest();

/** The hash of a row in its position. It covers the whole row, its time, its origin and all links before it. */
export const linkHash = (row: AuditRow, position: ChainPosition): Buffer => hashOf(row, position, auditText(auditEntryOf(row)));

/** Whether a stored hash is that of this row and position, in the current encoding or that of the release that linked it. */
export const isLinkOf = (hash: Buffer, row: AuditRow, position: ChainPosition): boolean =>
  auditTexts(auditEntryOf(row)).some((text) => hashOf(row, position, text).equals(hash));

/** Whether this service wrote the row. `takesEarlier` says whether rows older than marks are still accepted. */
export function isOurs(secrets: Deps['secrets'], row: AuditRow, takesEarlier: boolean): boolean {
  if (row.mark === EARLIER) return takesEarlier;
  const { mark } = row;
  return mark !== null && auditTexts(auditEntryOf(row)).some((text) => secrets.verifyLongLived(AUDIT_MARK, text, mark));
}

export const isEarlier = (row: AuditRow): boolean => row.mark === EARLIER;

const headText = ({ seq, hash, takesEarlier }: Omit<Head, 'signature'>): string => canonicalJson([seq, hash.toString('hex'), takesEarlier]);

export const signedHead = (secrets: Deps['secrets'], head: Omit<Head, 'signature'>): Head => ({
  ...head,
  signature: secrets.sign(HEAD, headText(head)),
});

export const isSigned = (secrets: Deps['secrets'], head: Head): boolean => secrets.verifyLongLived(HEAD, headText(head), head.signature);
