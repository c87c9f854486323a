import * as z from 'zod';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import type { RequisiteFieldKind } from '#core/payment-system/requisite-field.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Deposit, PayoutAnswer, PayOutRequest, ReceiveAnswer, ReceiveRequest, StatementLine } from '#server/adapters/rails/port.ts';
import type { ProviderResponse } from './client.ts';

/*
 * Translation between the provider's format and ours. Pure: tested on recorded responses. Anything not understood means "we cannot tell".
 */

const text = z.string().min(1).max(500);
const InvoiceDocument = z.object({
  order_id: text,
  pay_to: text,
  memo: z.nullable(text),
  requisites: z.array(z.object({ name: text, value: text })).min(1),
  qr_payload: z.nullable(text),
  pay_url: z.url(),
  checkout_url: z.url(),
});
const PayoutDocument = z.object({
  id: text,
  reference: text,
  payment_system: text,
  amount: text,
  state: text,
  tx_hash: z.nullable(text),
  reason: z.nullable(z.string()),
});
const PaymentDocument = z.object({
  id: text,
  order_id: text,
  payment_system: text,
  amount: text,
  state: text,
  confirmations: z.int().min(0),
  required_confirmations: z.int().min(0),
  tx_hash: z.nullable(text),
  seen_at: z.iso.datetime(),
});
const UnknownReference = z.object({ certain: z.boolean() });
const Event = z.discriminatedUnion('type', [
  z.object({ seq: text, type: z.literal('payment.changed'), data: PaymentDocument }),
  z.object({ seq: text, type: z.literal('payout.executed'), data: PayoutDocument }),
]);
/** Minimal event, to skip types that we do not know yet. */
const AnyEvent = z.object({ seq: z.string().regex(/^\d{1,18}$/), type: text });
/** With its further members, which `readEvent` checks. */
export const FeedEntry = AnyEvent.loose();
const Feed = z.object({ events: z.array(FeedEntry) });

export type FeedEvent = z.output<typeof Event>;
export type FeedEntry = z.output<typeof FeedEntry>;

/** The entries of a page of the change feed; undefined if there is no valid response. */
export function readFeedPage(response: ProviderResponse): readonly FeedEntry[] | undefined {
  if (response.kind === 'none' || response.status !== 200) return undefined;
  const parsed = Feed.safeParse(response.document);
  return parsed.success ? parsed.data.events : undefined;
}

/** Parses a callback's body or a feed entry: an event, another type, or nonsense. */
export function readEvent(
  document: unknown,
): { readonly kind: 'event'; readonly event: FeedEvent } | { readonly kind: 'other' } | { readonly kind: 'nonsense' } {
  const parsed = Event.safeParse(document);
  if (parsed.success) return { kind: 'event', event: parsed.data };
  const anyEvent = AnyEvent.safeParse(document);
  return anyEvent.success && !EVENT_TYPES.has(anyEvent.data.type) ? { kind: 'other' } : { kind: 'nonsense' };
}

const EVENT_TYPES = new Set(['payment.changed', 'payout.executed']);

const DEPOSIT_STATES: Readonly<Record<string, Deposit['state']>> = { seen: 'seen', final: 'final', declined: 'failed' };

/** A payment as a deposit in minor units; an unknown state counts as on its way. Throws on an invalid amount. */
export function toDeposit(rail: string, payment: z.output<typeof PaymentDocument>, paymentSystem: PaymentSystem): Deposit {
  const amount = minorOf(payment.amount, paymentSystem);
  if (amount === undefined) throw new Error(`the provider's payment ${payment.id} has no readable amount`);
  return {
    rail,
    externalId: payment.id,
    reference: payment.order_id,
    paymentSystemCode: paymentSystem.code,
    amount,
    state: DEPOSIT_STATES[payment.state] ?? 'seen',
    confirmations: payment.confirmations,
    requiredConfirmations: payment.required_confirmations,
    txHash: payment.tx_hash,
    firstSeenAt: Date.parse(payment.seen_at),
  };
}

const Ledger = z.object({
  entries: z.array(
    z.object({ direction: z.enum(['in', 'out']), reference: text, payment_system: text, amount: text, at: z.iso.datetime() }),
  ),
});

/** The provider's own books; undefined if there is no valid response. */
export function readLedger(
  response: ProviderResponse,
  paymentSystem: (code: string) => PaymentSystem | undefined,
): StatementLine[] | undefined {
  if (response.kind === 'none' || response.status !== 200) return undefined;
  const parsed = Ledger.safeParse(response.document);
  if (!parsed.success) return undefined;
  const lines = parsed.data.entries.map(({ direction, reference, payment_system: code, amount, at }) => {
    const system = paymentSystem(code);
    const minor = system && minorOf(amount, system);
    return minor === undefined ? undefined : { direction, reference, paymentSystemCode: code, amount: minor, at: Date.parse(at) };
  });
  return lines.every((line) => line !== undefined) ? lines : undefined;
}

/** The payout state in a document, from a response, a callback or the feed. */
export function toPayoutAnswer(document: z.output<typeof PayoutDocument>, paymentSystem: PaymentSystem): PayoutAnswer {
  const ids = { externalId: document.id, txHash: document.tx_hash };
  switch (document.state) {
    case 'accepted':
      return { outcome: 'accepted', ...ids, confirmations: 0, requiredConfirmations: 0 };
    case 'executed': {
      const amount = minorOf(document.amount, paymentSystem);
      if (amount === undefined) return { outcome: 'unknown', reason: 'executed with an unreadable amount' };
      return { outcome: 'executed', ...ids, amount, networkFee: null };
    }
    case 'refused':
      return { outcome: 'failed', reason: document.reason ?? 'refused by the provider' };
    default:
      return { outcome: 'unknown', reason: `state ${document.state}` };
  }
}

/** The response to a payout order. Conclusive only if it names our reference, or refuses before anything was written. */
export function readPayOutAnswer(response: ProviderResponse, request: PayOutRequest): PayoutAnswer {
  if (response.kind === 'none') return { outcome: 'unknown', reason: response.reason };
  if (response.status === 422) return { outcome: 'failed', reason: 'the provider refuses such a payout' };
  return readPayoutDocument(response, request);
}

/** The response to a lookup by reference: `not_found` only if the provider is certain. */
export function readAskAnswer(response: ProviderResponse, request: PayOutRequest): PayoutAnswer {
  if (response.kind === 'none') return { outcome: 'unknown', reason: response.reason };
  if (response.status === 404) {
    const parsed = UnknownReference.safeParse(response.document);
    return parsed.success && parsed.data.certain ? { outcome: 'not_found' } : { outcome: 'unknown', reason: 'not found, not certain' };
  }
  return readPayoutDocument(response, request);
}

function readPayoutDocument(response: Extract<ProviderResponse, { kind: 'answer' }>, request: PayOutRequest): PayoutAnswer {
  if (response.status !== 200 && response.status !== 201) return { outcome: 'unknown', reason: `status ${response.status}` };
  const parsed = PayoutDocument.safeParse(response.document);
  if (!parsed.success || parsed.data.reference !== request.reference) return { outcome: 'unknown', reason: 'nonsense' };
  return toPayoutAnswer(parsed.data, request.paymentSystem);
}

/** The response to an invoice request: an offer, a definite refusal, or "ask again". */
export function readInvoiceAnswer(response: ProviderResponse, request: ReceiveRequest): ReceiveAnswer {
  if (response.kind === 'none') return { outcome: 'later', reason: response.reason };
  if (response.status === 409 || response.status === 422)
    return { outcome: 'unavailable', reason: `the provider refuses (${response.status})` };
  if (response.status !== 200 && response.status !== 201) return { outcome: 'later', reason: `status ${response.status}` };
  const parsed = InvoiceDocument.safeParse(response.document);
  if (!parsed.success || parsed.data.order_id !== request.orderId) return { outcome: 'later', reason: 'nonsense' };
  return { outcome: 'offered', offer: offerOf(parsed.data, request) };
}

type Offer = Extract<ReceiveAnswer, { outcome: 'offered' }>['offer'];

/** `rail_settings.offer` of a payment system selects the offer: requisites to copy (default), a link, or a form (domain 9). */
function offerOf(invoice: z.output<typeof InvoiceDocument>, request: ReceiveRequest): Offer {
  const shared = { amount: request.amount, reference: invoice.order_id };
  const nothingToCopy = { fields: [], memo: null, qrPayload: null };
  switch (request.paymentSystem.railSettings['offer'] ?? 'requisites') {
    case 'redirect':
      return {
        kind: 'redirect',
        ...shared,
        ...nothingToCopy,
        url: `${invoice.pay_url}?lang=${request.locale}`,
        method: 'GET',
        formFields: null,
      };
    case 'form': {
      const formFields = {
        order_id: invoice.order_id,
        amount: formatAmount(request.amount, request.paymentSystem.scale),
        currency: request.paymentSystem.currency,
        lang: request.locale,
      };
      return { kind: 'form', ...shared, ...nothingToCopy, url: invoice.checkout_url, method: 'POST', formFields };
    }
    default: {
      const fields = invoice.requisites.map(({ name, value }) => ({ key: name, labelKey: name, value }));
      return {
        kind: 'requisites',
        ...shared,
        fields,
        memo: invoice.memo,
        qrPayload: invoice.qr_payload,
        url: null,
        method: null,
        formFields: null,
      };
    }
  }
}

/** Our invoice request in the provider's format. */
export const toInvoiceOrder = ({ orderId, paymentSystem, amount, successUrl, failureUrl }: ReceiveRequest): Record<string, unknown> => ({
  order_id: orderId,
  payment_system: paymentSystem.code,
  kind: paymentSystem.kind,
  currency: paymentSystem.currency,
  network: paymentSystem.kind === 'crypto' ? (paymentSystem.network ?? paymentSystem.currency) : null,
  amount: formatAmount(amount, paymentSystem.scale),
  decimals: paymentSystem.scale,
  required_confirmations: paymentSystem.requiredConfirmations,
  success_url: successUrl,
  failure_url: failureUrl,
});

/** Our payout in the provider's format. */
export function toPayoutOrder(
  { reference, orderId, paymentSystem, amount, destination }: PayOutRequest,
  validUntil: number,
): Record<string, unknown> {
  const { main, memo } = destinationOf(paymentSystem, destination);
  return {
    reference,
    order_id: orderId,
    payment_system: paymentSystem.code,
    currency: paymentSystem.currency,
    network: paymentSystem.kind === 'crypto' ? (paymentSystem.network ?? paymentSystem.currency) : null,
    amount: formatAmount(amount, paymentSystem.scale),
    destination: main,
    destination_memo: memo,
    valid_until: validUntil,
  };
}

const DESTINATION_KINDS: readonly RequisiteFieldKind[] = [
  'wallet',
  'card',
  'iban',
  'bank_account',
  'phone',
  'email',
  'text',
  'invoice_id',
  'full_name',
];

/** The value that identifies the receiver (card, account, address ...), and the memo. */
function destinationOf(paymentSystem: PaymentSystem, values: PayOutRequest['destination']): { main: string; memo: string | null } {
  // A refund uses the payer's requisites, whose keys belong to the income side.
  const present = [...paymentSystem.outcomeFields, ...paymentSystem.incomeFields].flatMap((field) => {
    const value = values[field.key];
    return value === undefined || value === '' ? [] : [{ kind: field.kind, value }];
  });
  const destinations = present
    .filter(({ kind }) => kind !== 'memo')
    .toSorted((a, b) => DESTINATION_KINDS.indexOf(a.kind) - DESTINATION_KINDS.indexOf(b.kind));
  return {
    main: destinations[0]?.value ?? Object.values(values)[0] ?? '',
    memo: present.find(({ kind }) => kind === 'memo')?.value ?? null,
  };
}

function minorOf(amount: string, { scale }: PaymentSystem): bigint | undefined {
  const parsed = parseAmount(amount, { scale, precision: scale });
  return parsed.ok && parsed.minor > 0n ? parsed.minor : undefined;
}
