import { REFUSAL_CODES, type RefusalCode } from '#core/refusal.ts';

/** Refusals before business rules run: a closed list, like the business refusals (contract section 1). */
const CALL_CODES = [
  'idempotency_conflict',
  'in_progress',
  'method_not_allowed',
  'not_acceptable',
  'unsupported_media_type',
  'invalid_document',
  'invalid_parameter',
  'type_conflict',
  'cross_site_request',
  'body_too_large',
  'second_factor_required',
  'invalid_signature',
  'timestamp_out_of_range',
  'replayed_request',
  'address_not_allowed',
  'scope_missing',
  'partner_suspended',
] as const;

/** Every code that a response may carry. */
export const ANSWER_CODES = [...REFUSAL_CODES, ...CALL_CODES] as const;
export type AnswerCode = RefusalCode | (typeof CALL_CODES)[number];

/** HTTP status of every refusal. Total: a new code does not compile without its status (architecture 2.4). */
export const REFUSAL_STATUS = {
  unknown: 500,
  required: 422,
  invalid_format: 422,
  too_short: 422,
  too_long: 422,
  not_allowed_amount: 422,
  amount_below_minimum: 422,
  amount_above_maximum: 422,
  has_no_reserves: 422,
  reserve_exceeded: 422,
  rate_changed: 409,
  slot_unavailable: 409,
  rate_unavailable: 422,
  direction_unavailable: 422,
  invalid_wallet_address: 422,
  invalid_iban: 422,
  invalid_card_number: 422,
  invalid_bank_account: 422,
  memo_required: 422,
  lookalike: 409,
  terms_not_accepted: 422,
  not_authenticated: 401,
  authentication_failed: 401,
  access_denied: 403,
  second_factor_required: 403,
  fresh_factor_required: 403,
  email_not_verified: 403,
  profile_update_denied: 403,
  verification_required: 422,
  country_not_allowed: 422,
  order_state_conflict: 409,
  edit_conflict: 409,
  lease_held: 409,
  approval_conflict: 409,
  idempotency_conflict: 422,
  in_progress: 409,
  invalid_token: 422,
  captcha_required: 422,
  wrong_captcha: 422,
  configuration_error: 503,
  payment_form_unavailable: 422,
  tech_break: 503,
  too_many_requests: 429,
  too_many_open_orders: 422,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  unsupported_media_type: 415,
  invalid_document: 400,
  invalid_parameter: 400,
  type_conflict: 409,
  cross_site_request: 403,
  file_too_large: 413,
  invalid_file_type: 422,
  body_too_large: 413,
  payout_below_minimum: 422,
  invalid_signature: 401,
  timestamp_out_of_range: 401,
  replayed_request: 401,
  address_not_allowed: 403,
  scope_missing: 403,
  partner_suspended: 403,
} as const satisfies Record<AnswerCode, number>;

/** Status of a response with several refusals: the common one, else the most general (JSON:API 1.1, "Errors"). */
export function statusOf(codes: readonly AnswerCode[]): number {
  const statuses = new Set(codes.map((code) => REFUSAL_STATUS[code]));
  const [only] = statuses;
  return statuses.size === 1 && only !== undefined ? only : 400;
}
