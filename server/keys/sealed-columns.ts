import * as z from 'zod/mini';
import { BLACKLIST_KINDS, blacklistHashText } from '#core/customer/blacklist.ts';
import { cardHashInput } from '#server/card-verifications/queries.ts';
import { destinationText } from '#server/orders/destination.ts';
import { fingerprintText } from '#server/pool/sealed-requisite.ts';
import { walletFingerprintText } from '#server/user-wallets/saved-wallets.ts';

const BlacklistKind = z.enum(BLACKLIST_KINDS);

/** A column of values encrypted by `secrets.seal`. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns of its primary key. */
  readonly keys: readonly string[];
  /** A keyed hash of the same text, and of the columns `with`, stored beside it. */
  readonly fingerprint?: {
    readonly column: string;
    readonly with: readonly string[];
    readonly text: (row: Readonly<Record<string, unknown>>, text: string) => string;
  };
}

/** Every sealed column; a test compares the list with the database. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'audit_keys', column: 'key_sealed', keys: ['subject_type', 'subject_id'] },
  { table: 'orders', column: 'income_requisites_sealed', keys: ['id'] },
  {
    table: 'orders',
    column: 'outcome_requisites_sealed',
    keys: ['id'],
    fingerprint: {
      column: 'outcome_fingerprint',
      with: ['outcome_code'],
      text: (row, text) => destinationText(String(row['outcome_code']), text),
    },
  },
  {
    table: 'user_wallets',
    column: 'values_sealed',
    keys: ['id'],
    fingerprint: {
      column: 'fingerprint',
      with: ['payment_system_code', 'side'],
      text: (row, text) => walletFingerprintText(String(row['payment_system_code']), String(row['side']), text),
    },
  },
  {
    table: 'withdrawals',
    column: 'requisites_sealed',
    keys: ['id'],
    fingerprint: {
      column: 'outcome_fingerprint',
      with: ['outcome_code'],
      text: (row, text) => destinationText(String(row['outcome_code']), text),
    },
  },
  {
    table: 'pool_requisites',
    column: 'values_sealed',
    keys: ['id'],
    fingerprint: { column: 'fingerprint', with: [], text: (_row, text) => fingerprintText(text) },
  },
  {
    table: 'card_verifications',
    column: 'card_sealed',
    keys: ['id'],
    fingerprint: { column: 'card_fingerprint', with: [], text: (_row, text) => cardHashInput(text) },
  },
  { table: 'card_verifications', column: 'picture_secret_sealed', keys: ['id'] },
  { table: 'data_exports', column: 'file_secret_sealed', keys: ['id'] },
  {
    table: 'blacklist_entries',
    column: 'value_sealed',
    keys: ['id'],
    fingerprint: { column: 'mark', with: ['kind'], text: (row, text) => blacklistHashText(BlacklistKind.parse(row['kind']), text) },
  },
  { table: 'business_requests', column: 'file_secret_sealed', keys: ['id'] },
  { table: 'approvals', column: 'payload_sealed', keys: ['id'] },
  { table: 'partner_keys', column: 'secret_sealed', keys: ['id'] },
  { table: 'partner_keys', column: 'old_secret_sealed', keys: ['id'] },
  { table: 'webhook_endpoints', column: 'secret_sealed', keys: ['id'] },
  { table: 'webhook_endpoints', column: 'former_secret_sealed', keys: ['id'] },
  { table: 'push_subscriptions', column: 'subscription_sealed', keys: ['id'] },
  { table: 'push_keys', column: 'private_sealed', keys: ['id'] },
  { table: 'totp_factors', column: 'secret_sealed', keys: ['id'] },
  { table: 'letters', column: 'letter_sealed', keys: ['id'] },
  { table: 'idempotency_keys', column: 'response_sealed', keys: ['scope', 'key'] },
];
