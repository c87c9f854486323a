import * as z from 'zod/mini';
import { VERIFICATION_STATES } from '#core/customer/card-verification.ts';
import { MAX_CARD_PICTURE_BYTES } from '#core/file/file-limits.ts';
import { endpoint } from '#contract/endpoint.ts';

const id = z.string().check(z.minLength(1), z.maxLength(64));
const params = z.object({ id });

export const CardVerificationAttributes = z.object({
  status: z.enum(VERIFICATION_STATES),
  /** The first six digits and the last four. */
  card_number_masked: z.string(),
  name: z.string(),
  issuing_bank_id: z.string(),
  /** The order that waits for this card (ours); null where none does. */
  order_public_id: z.nullable(z.string()),
  /** Why it was refused, in the reader's language; null where it was not. */
  reason: z.nullable(z.string()),
  /** Whether a better photo of the same card may be sent (ours). */
  may_try_again: z.boolean(),
  created_at: z.string(),
  decided_at: z.nullable(z.string()),
  /** Its place among those that wait, 1 the next; null where it waits no more. */
  queue_position: z.nullable(z.number()),
  /** Minutes until it is looked at, at most; null where it waits no more. */
  eta_minutes: z.nullable(z.number()),
  /** When people begin to look again (ours); null while they do. */
  opens_at: z.nullable(z.string()),
});
export type CardVerificationAttributes = z.output<typeof CardVerificationAttributes>;

const verification = { kind: 'resource', type: 'card_verifications', attributes: CardVerificationAttributes } as const;

export const listCardVerifications = endpoint({
  name: 'listCardVerifications',
  summary:
    'Own cards, newest first: of the account, else of the orders whose keys the browser holds or `order_public_id` names with its key',
  method: 'GET',
  path: '/api/v1/card_verifications',
  action: 'exchange',
  query: z.object({ order_public_id: z.optional(id) }),
  reply: { kind: 'collection', type: 'card_verifications', attributes: CardVerificationAttributes },
  refusals: [],
});

export const createCardVerification = endpoint({
  name: 'createCardVerification',
  summary:
    'Shows a card: JPEG, PNG, WebP or HEIC of at most 10 MiB, drawn anew without its metadata; a guest names his order. A card that was shown before is answered with its acceptance',
  method: 'POST',
  path: '/api/v1/card_verifications',
  action: 'exchange',
  body: z.object({
    card_number: z.string().check(z.maxLength(40)),
    name: z.string().check(z.maxLength(200)),
    issuing_bank_id: z.string().check(z.maxLength(64)),
    order_public_id: z.optional(id),
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
  summary: 'What became of a card, and its place in the queue',
  method: 'GET',
  path: '/api/v1/card_verifications/{id}/status',
  action: 'exchange',
  params,
  query: z.object({ order_public_id: z.optional(id) }),
  reply: { ...verification, status: 200 },
  refusals: ['not_found'],
});

export const cancelCardVerification = endpoint({
  name: 'cancelCardVerification',
  summary: 'Takes a card back, waiting or verified: its photo is erased, and it is asked for anew',
  method: 'DELETE',
  path: '/api/v1/card_verifications/{id}',
  action: 'exchange',
  params,
  query: z.object({ order_public_id: z.optional(id) }),
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found', 'order_state_conflict'],
});

export const listIssuingBanks = endpoint({
  name: 'listIssuingBanks',
  summary: 'Banks that issue the cards people show',
  method: 'GET',
  path: '/api/v1/issuing_banks',
  action: 'browse',
  reply: { kind: 'collection', type: 'issuing_banks', attributes: z.object({ name: z.string() }) },
  refusals: [],
  cache: 'public',
});
