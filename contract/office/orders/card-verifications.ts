import * as z from 'zod/mini';
import { CARD_REASONS, VERIFICATION_STATES } from '#core/customer/card-verification.ts';
import { idParams } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

/** Another card related to this one. */
const RelatedCard = z.object({
  id: z.string(),
  status: z.enum(VERIFICATION_STATES),
  card_masked: z.string(),
  name: z.string(),
  reason: z.nullable(z.enum(CARD_REASONS)),
  order_id: z.nullable(z.string()),
  created_at: z.string(),
});

export const CardCheckAttributes = z.object({
  status: z.enum(VERIFICATION_STATES),
  card_masked: z.string(),
  name: z.string(),
  issuing_bank: z.string(),
  order_id: z.nullable(z.string()),
  /** Masked e-mail of the account, else of the order. */
  customer: z.string(),
  reason: z.nullable(z.enum(CARD_REASONS)),
  reason_text: z.nullable(z.string()),
  created_at: z.string(),
  held_by: z.nullable(z.string()),
  held_until: z.nullable(z.string()),
  is_mine: z.boolean(),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  has_picture: z.boolean(),
});
export type CardCheckAttributes = z.output<typeof CardCheckAttributes>;

export const CardCheckDetailAttributes = z.extend(CardCheckAttributes, {
  order: z.nullable(
    z.object({
      id: z.string(),
      status: z.string(),
      income: z.string(),
      outcome: z.string(),
      outcome_requisites_masked: z.record(z.string(), z.string()),
      email_masked: z.string(),
      created_at: z.string(),
      expires_at: z.nullable(z.string()),
    }),
  ),
  /** Other cards of this customer. */
  earlier: z.array(RelatedCard),
  /** The same card submitted by other customers. */
  elsewhere: z.array(RelatedCard),
});
export type CardCheckDetailAttributes = z.output<typeof CardCheckDetailAttributes>;

const refusals = ['not_found', 'lease_held', 'order_state_conflict'] as const;
const one = { kind: 'resource', type: 'card_verifications', attributes: CardCheckDetailAttributes, status: 200 } as const;
const TYPE = 'card_verifications';

export const officeListCardChecks = endpoint({
  name: 'officeListCardChecks',
  summary: 'Lists cards to verify, the longest waiting first, or decided ones; `meta`: number waiting, and the next one',
  method: 'GET',
  path: '/api/office/v1/card_verifications',
  action: 'verify_cards',
  query: z.object({
    state: z.optional(z.enum(['open', 'decided'])),
    q: z.optional(z.string().check(z.maxLength(200))),
    ...pagingQuery,
    sort: sortQuery('created_at'),
  }),
  reply: {
    kind: 'collection',
    type: TYPE,
    attributes: CardCheckAttributes,
    paged: true,
    meta: z.object({ waiting: z.number(), opens_at: z.nullable(z.string()) }),
  },
  refusals: [],
});

export const officeTakeNextCard = endpoint({
  name: 'officeTakeNextCard',
  summary: 'Assigns the longest waiting card to the caller, or returns the one already assigned; null: none waiting',
  method: 'POST',
  path: '/api/office/v1/card_verifications/next',
  action: 'verify_cards',
  body: z.object({}),
  bodyType: TYPE,
  reply: { ...one, nullable: true },
  refusals: [],
});

export const officeGetCardCheck = endpoint({
  name: 'officeGetCardCheck',
  summary: 'Returns a card with its order, other cards of the customer, and the same card of other customers',
  method: 'GET',
  path: '/api/office/v1/card_verifications/{id}',
  action: 'verify_cards',
  params: idParams,
  reply: one,
  refusals: ['not_found'],
});

export const officeTakeCard = endpoint({
  name: 'officeTakeCard',
  summary: 'Assigns a card to the caller for two minutes, or extends the assignment; no other operator can decide it meanwhile',
  method: 'POST',
  path: '/api/office/v1/card_verifications/{id}/take',
  action: 'verify_cards',
  params: idParams,
  reply: one,
  refusals,
  by: 'page',
});

export const officeGiveBackCard = endpoint({
  name: 'officeGiveBackCard',
  summary: 'Returns a card to its place in the queue',
  method: 'POST',
  path: '/api/office/v1/card_verifications/{id}/give_back',
  action: 'verify_cards',
  params: idParams,
  reply: one,
  refusals,
});

export const officeAcceptCard = endpoint({
  name: 'officeAcceptCard',
  summary: 'Approves a card: the order that waits for it continues (T3)',
  method: 'POST',
  path: '/api/office/v1/card_verifications/{id}/accept',
  action: 'verify_cards',
  params: idParams,
  reply: one,
  refusals,
});

export const officeRejectCard = endpoint({
  name: 'officeRejectCard',
  summary:
    'Declines a card with a reason of the dictionary; a free-text note is shown to the customer. Where no other photo can help, the order ends (T4)',
  method: 'POST',
  path: '/api/office/v1/card_verifications/{id}/reject',
  action: 'verify_cards',
  params: idParams,
  body: z.object({ reason: z.enum(CARD_REASONS), words: z.optional(z.string().check(z.maxLength(500))) }),
  bodyType: TYPE,
  reply: one,
  refusals,
});

export const officeRevealCard = endpoint({
  name: 'officeRevealCard',
  summary: 'Returns the full card number to the assigned operator; each view is recorded in the audit log',
  method: 'POST',
  path: '/api/office/v1/card_verifications/{id}/reveal',
  action: 'verify_cards',
  params: idParams,
  reply: { kind: 'resource', type: 'card_numbers', attributes: z.object({ card_number: z.string() }), status: 200 },
  refusals,
});

export const officeGetCardPicture = endpoint({
  name: 'officeGetCardPicture',
  summary: 'Downloads the photo of a card, for verifiers; each view is recorded in the audit log',
  method: 'GET',
  path: '/api/office/v1/card_verifications/{id}/picture',
  action: 'verify_cards',
  params: idParams,
  reply: { kind: 'file', mediaType: 'image/jpeg' },
  refusals: ['not_found'],
});
