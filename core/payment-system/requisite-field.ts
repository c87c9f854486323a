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

/** One field of requisites, as data: one component draws any of them, one function checks it on both sides (architecture 2.5). */
export interface RequisiteField {
  readonly key: string;
  readonly label: Localised;
  readonly kind: RequisiteFieldKind;
  readonly required: boolean;
  /** Anchored regular expression source, checked after normalising; null where the kind's own check is enough. */
  readonly pattern: string | null;
  readonly example: string | null;
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** Exact number of digits where the system sets one (spec 5: "an exact number of digits"). */
  readonly digits: number | null;
  /** For wallets: whose checksum rules apply (`BTC`, `ETH`, `TRC20`, `XRP` ...); null elsewhere. */
  readonly network: string | null;
  /** ISO 3166 codes of the countries whose IBANs are served; null: any. */
  readonly countries: readonly string[] | null;
  /** A memo that the customer may explicitly declare absent (`no_memo`). */
  readonly mayBeAbsent: boolean;
}

/** Values by field key, as typed or normalised. */
export type RequisiteValues = Readonly<Record<string, string>>;
