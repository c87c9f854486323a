import type { Localised } from '#core/locale.ts';

export const REQUISITE_FIELD_KINDS = [
  'card',
  'bank_account',
  'iban',
  'phone',
  'email',
  'wallet',
  'memo',
  'full_name',
  'invoice_id',
  'text',
] as const;
export type RequisiteFieldKind = (typeof REQUISITE_FIELD_KINDS)[number];

/** Description of one requisite field: one component renders it, one function validates it on both sides (architecture 2.5). */
export interface RequisiteField {
  readonly key: string;
  readonly label: Localised;
  readonly kind: RequisiteFieldKind;
  readonly required: boolean;
  /** Source of an anchored regular expression, checked after normalising; null: the check of the kind suffices. */
  readonly pattern: string | null;
  readonly example: string | null;
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** Exact number of digits where the system sets one (spec 5: "an exact number of digits"). */
  readonly digits: number | null;
  /** For wallets: the network whose address rules apply (`BTC`, `ETH`, `TRC20`, `XRP` ...); null elsewhere. */
  readonly network: string | null;
  /** ISO 3166 codes of the countries whose IBANs are served; null: any. */
  readonly countries: readonly string[] | null;
  /** A memo that the customer may declare absent (`no_memo`). */
  readonly mayBeAbsent: boolean;
}

/** Values by field key, as typed or normalised. */
export type RequisiteValues = Readonly<Record<string, string>>;
