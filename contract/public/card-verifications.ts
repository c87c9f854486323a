import * as z from 'zod/mini';
import { VERIFICATION_STATES } from '#core/customer/card-verification.ts';
import { MAX_CARD_PICTURE_BYTES } from '#core/file/file-rules.ts';
import { idParams, recordId } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';

export const CardVerificationAttributes = z.object({
  status: z.enum(VERIFICATION_STATES),
  /** First six and last four digits. */
  card_number_masked: z.string(),
  name: z.string(),
  issuing_bank_id: z.string(),
  /** Order that waits for this card; null: none. */
  order_public_id: z.nullable(z.string()),
  /** Reason of the refusal in the caller's language; null: not refused. */
  reason: z.nullable(z.string()),
  /** Whether another photo of the same card may be sent. */
  may_try_again: z.boolean(),
  created_at: z.string(),
  decided_at: z.nullable(z.string()),
  /** Place in the queue, 1 is next; null: not queued. */
  queue_position: z.nullable(z.number()),
  /** Maximum wait, minutes; null: not queued. */
  eta_minutes: z.nullable(z.number()),
  /** When verification opens; null: open now. */
  opens_at: z.nullable(z.string()),
});
export type CardVerificationAttributes = z.output<typeof CardVerificationAttributes>;

const verification = { kind: 'resource', type: 'card_verifications', attributes: CardVerificationAttributes } as const;

export const listCardVerifications = endpoint({
  name: 'listCardVerifications',
  summary:
    'Lists own cards, newest first: of the account, else of the orders whose keys the browser holds or that `order_public_id` names with its key',
  method: 'GET',
  path: '/api/v1/card_verifications',
  action: 'exchange',
  query: z.object({ order_public_id: z.optional(recordId) }),
  reply: { kind: 'collection', type: 'card_verifications', attributes: CardVerificationAttributes },
  refusals: [],
});

export const createCardVerification = endpoint({
  name: 'createCardVerification',
  summary:
    'Submits a card photo: JPEG, PNG, WebP or HEIC, at most 10 MiB, re-encoded without metadata. Guests name their order. A card submitted before returns its verification',
  method: 'POST',
  path: '/api/v1/card_verifications',
  action: 'exchange',
  body: z.object({
    card_number: z.string().check(z.maxLength(40)),
    name: z.string().check(z.maxLength(200)),
    issuing_bank_id: z.string().check(z.maxLength(64)),
    order_public_id: z.optional(recordId),
  }),
  files: { image: { required: true, maxBytes: MAX_CARD_PICTURE_BYTES } },
  reply: { ...verification, status: 201 },
  refusals: [
    'not_authenticated',
    'not_found',
    'required',
    'invalid_format',
    'too_short',
    'too_long',
    'invalid_card_number',
    'order_state_conflict',
    'invalid_file_type',
    'file_too_large',
  ],
});

export const getCardVerificationStatus = endpoint({
  name: 'getCardVerificationStatus',
  summary: 'Returns the state of a card verification and its place in the queue',
  method: 'GET',
  path: '/api/v1/card_verifications/{id}/status',
  action: 'exchange',
  params: idParams,
  query: z.object({ order_public_id: z.optional(recordId) }),
  reply: { ...verification, status: 200 },
  refusals: ['not_found'],
});

export const cancelCardVerification = endpoint({
  name: 'cancelCardVerification',
  summary: 'Withdraws a card, pending or verified: its photo is erased and it must be verified again',
  method: 'DELETE',
  path: '/api/v1/card_verifications/{id}',
  action: 'exchange',
  params: idParams,
  query: z.object({ order_public_id: z.optional(recordId) }),
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found', 'order_state_conflict'],
});

export const listIssuingBanks = endpoint({
  name: 'listIssuingBanks',
  summary: 'Lists the issuing banks of submitted cards',
  method: 'GET',
  path: '/api/v1/issuing_banks',
  action: 'browse',
  reply: { kind: 'collection', type: 'issuing_banks', attributes: z.object({ name: z.string() }) },
  refusals: [],
  cache: 'public',
});
