import type { Priced } from '#core/format/amount.ts';

/**
 * Every reason for which the business refuses something (contract section 1). A closed list: a new one needs its message in both
 * languages.
 */
export const REFUSAL_CODES = [
  'unknown',
  'required',
  'invalid_format',
  'too_short',
  'too_long',
  'not_allowed_amount',
  'amount_below_minimum',
  'amount_above_maximum',
  'has_no_reserves',
  'reserve_exceeded',
  'rate_changed',
  'slot_unavailable',
  'rate_unavailable',
  'direction_unavailable',
  'invalid_wallet_address',
  'invalid_iban',
  'invalid_card_number',
  'invalid_bank_account',
  'memo_required',
  'lookalike',
  'terms_not_accepted',
  'not_authenticated',
  'authentication_failed',
  'access_denied',
  'fresh_factor_required',
  'email_not_verified',
  'profile_update_denied',
  'verification_required',
  'country_not_allowed',
  'order_state_conflict',
  'edit_conflict',
  'lease_held',
  'approval_conflict',
  'invalid_token',
  'captcha_required',
  'wrong_captcha',
  'configuration_error',
  'payment_form_unavailable',
  'tech_break',
  'too_many_requests',
  'too_many_open_orders',
  'not_found',
  'file_too_large',
  'invalid_file_type',
  'payout_below_minimum',
] as const;

export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** Refusals of requisites (spec 5). */
export const REQUISITE_REFUSALS = [
  'required',
  'invalid_format',
  'too_short',
  'too_long',
  'invalid_card_number',
  'invalid_bank_account',
  'invalid_iban',
  'invalid_wallet_address',
  'memo_required',
] as const satisfies readonly RefusalCode[];

export type RequisiteRefusalCode = (typeof REQUISITE_REFUSALS)[number];

/** One expected refusal, before it is translated. A transport may add codes of its own. */
export interface Refusal<Code extends string = RefusalCode> {
  readonly code: Code;
  /** Path of the offending member in the request, `/`-separated: `income_amount`, `outcome_requisites/card_number`. */
  readonly field?: string;
  /** Key of a more exact message than the code's own, from the `refusals` messages (`invalid_email`). */
  readonly message?: string;
  /** Values of the message: `{min}`, `{max}` of a length, `{example}`. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** Money values of the message, formatted in the reader's language: `{min}`, `{max}`; decimal text in whole units. */
  readonly amounts?: Readonly<Record<string, Priced & { readonly amount: string }>>;
  /** Machine-readable details. */
  readonly meta?: Readonly<Record<string, unknown>>;
}
