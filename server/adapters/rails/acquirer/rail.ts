import { FOREVER } from '#core/time.ts';
import { defaultExplorerUrl } from '#server/adapters/rails/explorer.ts';
import type { PayoutAnswer, Rail, ReceiveAnswer, ReceiveRequest, RequisitesOffer } from '#server/adapters/rails/port.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { handleCallback } from './callback.ts';
import { createBalanceRefresh } from './balance.ts';
import { destinationFields } from './check-payout.ts';
import { type AcquirerContext, type AcquirerOptions, createContext } from './context.ts';
import { textAt } from './document.ts';
import { askCustomerPayout, cancelPayout, payCustomer, withdrawPayout } from './pay-out.ts';
import { poll, statementOf } from './poll.ts';
import { writeAmount } from './read-payment.ts';
import { findRefund } from './refund-store.ts';
import { askRefund, refundPayment, withdrawRefund } from './refund.ts';
import type { AcquirerSettings } from './settings.ts';
import { fill, fillTree, sign, type Values } from './signature.ts';
import { type Checkout, openCheckout, savePage } from './store.ts';

type Offer<Kind extends AcquirerSettings['offer']['kind']> = Extract<AcquirerSettings['offer'], { kind: Kind }>;

/** A random number of fifteen digits, for acquirers that accept only numbers as order ids. */
function randomReference({ random }: AcquirerContext): string {
  const randomNumber = BigInt(`0x${Buffer.from(random.bytes(8)).toString('hex')}`);
  return (100_000_000_000_000n + (randomNumber % 900_000_000_000_000n)).toString();
}

const NOTHING_TO_COPY = { fields: [], memo: null, qrPayload: null } as const;

/** Whether a customer may be sent to this page: its origin is listed in the settings. */
export function isAllowedPage(url: string, { origins }: Pick<AcquirerSettings, 'origins'>): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, username, password } = new URL(url);
  return origins.includes(origin) && username === '' && password === '';
}

function formOffer({ settings }: AcquirerContext, offer: Offer<'form'>, checkout: Checkout, values: Values): RequisitesOffer | undefined {
  const unsigned = Object.entries(offer.fields).filter(([, field]) => !field.includes('{signature}'));
  const document = fillTree(Object.fromEntries(unsigned), values) as Record<string, string> | undefined;
  if (document === undefined) return undefined;
  const signature = offer.signature === undefined ? undefined : sign(offer.signature, { values, document, body: '' });
  const signedValues: Values = (name) => (name === 'signature' ? signature : values(name));
  const formFields = fillTree(offer.fields, signedValues) as Record<string, string> | undefined;
  const url = fill(offer.url, values);
  if (formFields === undefined || url === undefined || !isAllowedPage(url, settings)) return undefined;
  const { amount, reference } = checkout;
  return { kind: 'form', amount, reference, ...NOTHING_TO_COPY, url, method: offer.method, formFields };
}

const redirectOffer = ({ amount, reference }: Checkout, url: string): RequisitesOffer => ({
  kind: 'redirect',
  amount,
  reference,
  ...NOTHING_TO_COPY,
  url,
  method: 'GET',
  formFields: null,
});

/** Asks the acquirer to create its page; a reason if there is none. No response fails the order: the next call repeats the same reference. */
async function createPage(
  context: AcquirerContext,
  offer: Offer<'redirect'>,
  checkout: Checkout,
  values: Values,
): Promise<Checkout | string> {
  const { db, settings } = context;
  const response = await context.call(offer.create, values);
  if (response.kind === 'none') return response.reason;
  const url = response.status < 400 ? textAt(response.document, offer.page) : undefined;
  if (url === undefined || !isAllowedPage(url, settings)) {
    const reason = url === undefined ? `no page, status ${response.status}` : 'a page of another origin';
    await context.health.failure(reason);
    return reason;
  }
  const paymentId = offer.payment === undefined ? null : (textAt(response.document, offer.payment) ?? null);
  // The URL as it was checked, so that browsers parse it the same way
  return await savePage(db, checkout, { url: new URL(url).href, paymentId });
}

/** Whether customers fill in every destination field that the payout's call sends. */
function hasDestination(settings: AcquirerSettings, { outcomeFields }: PaymentSystem): boolean {
  const required = outcomeFields.filter((field) => field.required).map(({ key }) => key);
  return destinationFields(settings).every((key) => required.includes(key));
}

/** The payment page of this order: the same for every repetition and process. */
async function receive(context: AcquirerContext, request: ReceiveRequest): Promise<ReceiveAnswer> {
  const { rail, settings, db, clock } = context;
  const { orderId, paymentSystem: system, amount, locale, successUrl, failureUrl } = request;
  if (settings.currencies[system.currency] === undefined) return { outcome: 'unavailable', reason: `takes no ${system.currency}` };
  if (writeAmount(amount, system, settings.decimals) === undefined)
    return { outcome: 'unavailable', reason: 'cannot take this amount exactly' };
  const reference = settings.reference === 'order' ? orderId : randomReference(context);
  const checkout = await openCheckout(db, { rail, orderId, reference, code: system.code, amount }, clock.now());
  const values = context.checkoutValues(checkout, { locale, success_url: successUrl, failure_url: failureUrl });
  if (settings.offer.kind === 'form') {
    const offer = formOffer(context, settings.offer, checkout, values);
    return offer === undefined ? { outcome: 'later', reason: 'the form lacks a value' } : { outcome: 'offered', offer };
  }
  const created = checkout.url === null ? await createPage(context, settings.offer, checkout, values) : checkout;
  if (typeof created === 'string' || created.url === null)
    return { outcome: 'later', reason: typeof created === 'string' ? created : 'no page' };
  return { outcome: 'offered', offer: redirectOffer(created, created.url) };
}

const EARLIER_REFUND: PayoutAnswer = { outcome: 'unknown', reason: 'a refund by an earlier description' };

/**
 * The rail of an acquirer that the shop describes as data. Customers pay on the acquirer's page, by a form or a link. It refunds payments, or
 * pays customers out, as described.
 */
export function createAcquirerRail(options: AcquirerOptions): Rail {
  const context = createContext(options);
  const { settings } = context;
  const refreshBalances = createBalanceRefresh();
  const paysOut = settings.payout !== undefined;
  /** Started while the description still returned payments: it must not be paid a second time as a payout. */
  const isEarlierRefund = async (reference: string): Promise<boolean> =>
    paysOut && (await findRefund(context.db, context.rail, reference)) !== undefined;
  return {
    name: context.rail,
    capabilities: {
      receives: true,
      paysOut,
      ...(settings.refund === undefined ? {} : { returnsPayments: true as const }),
      transactionUrl: defaultExplorerUrl,
    },
    receive: async (request) => await receive(context, request),
    payOut: async (request) =>
      (await isEarlierRefund(request.reference)) ? EARLIER_REFUND : await (paysOut ? payCustomer : refundPayment)(context, request),
    askPayout: async (request) =>
      (await isEarlierRefund(request.reference)) ? EARLIER_REFUND : await (paysOut ? askCustomerPayout : askRefund)(context, request),
    withdrawPayout: async (reference, outcome) =>
      await (paysOut && !(await isEarlierRefund(reference)) ? withdrawPayout : withdrawRefund)(context, reference, outcome),
    ...(paysOut ? { cancelPayout: async (reference: string) => await cancelPayout(context, reference) } : {}),
    async poll(events) {
      await poll(context, events);
      await refreshBalances(context);
    },
    statement: async (since, before = FOREVER) => await statementOf(context, { since, before }),
    callback: async (call, events) => await handleCallback(context, call, events),
    check: async (system) => {
      if (settings.currencies[system.currency] === undefined) return { ok: false, problem: 'currency' };
      if (writeAmount(10n ** BigInt(system.scale - system.precision), system, settings.decimals) === undefined)
        return { ok: false, problem: 'decimals' };
      if (system.outcomeEnabled && !paysOut) return { ok: false, problem: 'pays_nothing_out' };
      return system.outcomeEnabled && !hasDestination(settings, system) ? { ok: false, problem: 'destination_field' } : { ok: true };
    },
  };
}
