import type { ReceiveAnswer, ReceiveRequest, RequisitesOffer } from '#server/adapters/rails/port.ts';
import { textAt } from './document.ts';
import { writeAmount } from './read-payment.ts';
import type { AcquirerSettings } from './settings.ts';
import { sign } from './signature.ts';
import { type Checkout, keepPage, openCheckout } from './store.ts';
import { fill, fillTree, type Values } from './template.ts';
import type { World } from './world.ts';

type Offer<Kind extends AcquirerSettings['offer']['kind']> = Extract<AcquirerSettings['offer'], { kind: Kind }>;

/** Fifteen digits: what acquirers take that know orders by numbers alone. */
function numberOf({ random }: World): string {
  const drawn = BigInt(`0x${Buffer.from(random.bytes(8)).toString('hex')}`);
  return (100_000_000_000_000n + (drawn % 900_000_000_000_000n)).toString();
}

const NOTHING_TO_COPY = { fields: [], memo: null, qrPayload: null } as const;

/** Whether a customer may be led there: a page of an origin that the shop has named. */
export function isItsPage(url: string, { origins }: Pick<AcquirerSettings, 'origins'>): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, username, password } = new URL(url);
  return origins.includes(origin) && username === '' && password === '';
}

function formOf({ settings }: World, offer: Offer<'form'>, checkout: Checkout, values: Values): RequisitesOffer | undefined {
  const unsigned = Object.entries(offer.fields).filter(([, field]) => !field.includes('{signature}'));
  const document = fillTree(Object.fromEntries(unsigned), values) as Record<string, string> | undefined;
  if (document === undefined) return undefined;
  const signature = offer.signature === undefined ? undefined : sign(offer.signature, { values, document, body: '' });
  const signed: Values = (name) => (name === 'signature' ? signature : values(name));
  const formFields = fillTree(offer.fields, signed) as Record<string, string> | undefined;
  const url = fill(offer.url, values);
  if (formFields === undefined || url === undefined || !isItsPage(url, settings)) return undefined;
  const { amount, reference } = checkout;
  return { kind: 'form', amount, reference, ...NOTHING_TO_COPY, url, method: offer.method, formFields };
}

const redirectTo = ({ amount, reference }: Checkout, url: string): RequisitesOffer => ({
  kind: 'redirect',
  amount,
  reference,
  ...NOTHING_TO_COPY,
  url,
  method: 'GET',
  formFields: null,
});

/** Lets the acquirer make its page. Nothing that it answers makes the order fail: it is asked again, with the same reference. */
async function makePage(world: World, offer: Offer<'redirect'>, checkout: Checkout, values: Values): Promise<Checkout | string> {
  const { db, settings } = world;
  const heard = await world.speak(offer.create, values);
  if (heard.heard === 'nothing') return heard.reason;
  const url = heard.status < 400 ? textAt(heard.document, offer.page) : undefined;
  if (url === undefined || !isItsPage(url, settings)) {
    const why = url === undefined ? `no page, status ${heard.status}` : 'a page of another origin';
    await world.health.failure(why);
    return why;
  }
  const paymentId = offer.payment === undefined ? null : (textAt(heard.document, offer.payment) ?? null);
  // As it was judged, so that no browser reads it otherwise
  return await keepPage(db, checkout, { url: new URL(url).href, paymentId });
}

/** Where the customer pays this order: the same however often and by however many processes it is asked. */
export async function receive(world: World, request: ReceiveRequest): Promise<ReceiveAnswer> {
  const { rail, settings, db, clock } = world;
  const { orderId, paymentSystem: system, amount, locale, successUrl, failureUrl } = request;
  if (settings.currencies[system.currency] === undefined) return { outcome: 'unavailable', reason: `takes no ${system.currency}` };
  if (writeAmount(amount, system, settings.decimals) === undefined)
    return { outcome: 'unavailable', reason: 'cannot take this amount exactly' };
  const reference = settings.reference === 'order' ? orderId : numberOf(world);
  const checkout = await openCheckout(db, { rail, orderId, reference, code: system.code, amount }, clock.now());
  const values = world.valuesOf(checkout, { locale, success_url: successUrl, failure_url: failureUrl });
  if (settings.offer.kind === 'form') {
    const offer = formOf(world, settings.offer, checkout, values);
    return offer === undefined ? { outcome: 'later', reason: 'the form lacks a value' } : { outcome: 'offered', offer };
  }
  const made = checkout.url === null ? await makePage(world, settings.offer, checkout, values) : checkout;
  if (typeof made === 'string' || made.url === null) return { outcome: 'later', reason: typeof made === 'string' ? made : 'no page' };
  return { outcome: 'offered', offer: redirectTo(made, made.url) };
}
