import { formatAmount } from '#core/money/amount.ts';
import type { Order } from '#core/order/order.ts';
import type { RequisiteField, RequisiteFieldKind, RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { amountTerms, customerTerms, referenceTerms, requisiteTerms } from '#core/search/order-terms.ts';
import { bareText, type Term, TERM_KINDS } from '#core/search/term.ts';
import type { Deps } from '#server/deps.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { findSealedRequisites } from '#server/orders/queries.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/** Unmasked requisites of both sides. */
export interface OrderRequisites {
  readonly income: RequisiteValues;
  readonly outcome: RequisiteValues;
}

/** Fields of an order that its search terms are made of and that may change. */
type IndexedOrder = Pick<
  Order,
  'email' | 'userId' | 'incomeCode' | 'outcomeCode' | 'incomeAmount' | 'outcomeAmount' | 'receivedAmount' | 'claim'
>;
type Catalogue = Pick<Deps, 'catalogue'>;

const amountsOf = ({ catalogue }: Catalogue, order: IndexedOrder): string[] => {
  const { income, outcome } = orderSides(catalogue, order);
  return [
    formatAmount(order.incomeAmount, income.scale),
    formatAmount(order.outcomeAmount, outcome.scale),
    formatAmount(order.receivedAmount, income.scale),
  ];
};

const claimTerms = ({ claim }: IndexedOrder): Term[] => [...referenceTerms(claim?.txHash ?? ''), ...referenceTerms(claim?.invoiceId ?? '')];

/** Search terms of an order without its requisites. */
const orderOwnTerms = (deps: Catalogue, order: IndexedOrder): Term[] => [
  ...customerTerms(order),
  ...amountTerms(amountsOf(deps, order)),
  ...claimTerms(order),
];

/** All search terms of an order. */
export function orderTerms(deps: Catalogue, order: IndexedOrder, requisites: OrderRequisites): Term[] {
  const { income, outcome } = orderSides(deps.catalogue, order);
  return [
    ...orderOwnTerms(deps, order),
    ...requisiteTerms([...income.incomeFields, ...income.outcomeFields], requisites.income),
    ...requisiteTerms(outcome.outcomeFields, requisites.outcome),
  ];
}

const isSameTerm = (a: Term) => (b: Term) => a.kind === b.kind && a.text === b.text;

/** Search terms that a change has added. */
export function newTerms(deps: Catalogue, before: Order, after: Order): Term[] {
  const isSame =
    before.email === after.email &&
    before.incomeAmount === after.incomeAmount &&
    before.outcomeAmount === after.outcomeAmount &&
    before.receivedAmount === after.receivedAmount &&
    before.claim === after.claim;
  if (isSame) return [];
  const previous = orderOwnTerms(deps, before);
  return orderOwnTerms(deps, after).filter((term) => !previous.some(isSameTerm(term)));
}

type Keys = Pick<Secrets, 'fingerprint'>;

const KIND_BITS = 56n;
const HASH_BYTES = 7;

/** Packs three letters into a number; no hash, since the e-mail is stored in clear anyway. */
const packGram = (gram: string): bigint =>
  (BigInt(gram.charCodeAt(0)) << 32n) | (BigInt(gram.charCodeAt(1)) << 16n) | BigInt(gram.charCodeAt(2));

/**
 * A term as the index stores it: kind in the first byte, then packed letters or a keyed hash: amounts, names and cards cannot be read
 * from the index.
 */
export function numberOf({ secrets }: { readonly secrets: Keys }, { kind, text }: Term): bigint {
  const tag = BigInt(TERM_KINDS[kind]) << KIND_BITS;
  if (kind === 'mail') return tag | packGram(text);
  const hash = secrets.fingerprint(`order term\0${kind}\0${text}`).subarray(0, HASH_BYTES);
  return tag | BigInt(`0x${hash.toString('hex')}`);
}

/** The numbers of many terms, without duplicates. */
export const numbersOf = (deps: { readonly secrets: Keys }, terms: readonly Term[]): bigint[] => [
  ...new Set(terms.map((term) => numberOf(deps, term))),
];

/** First number of a kind and first number after it. */
export const rangeOf = (kind: Term['kind']): readonly [bigint, bigint] => [
  BigInt(TERM_KINDS[kind]) << KIND_BITS,
  BigInt(TERM_KINDS[kind] + 1) << KIND_BITS,
];

/** Fingerprint of the key that terms are hashed with; when it changes, all orders are indexed again. */
export const keyFingerprintOf = ({ secrets }: { readonly secrets: Keys }): Buffer => secrets.fingerprint('order terms');

/** Kinds that belong to one owner. A bank, its code, a city or a name is shared by many. */
const OWNER_KINDS: ReadonlySet<RequisiteFieldKind> = new Set(['card', 'bank_account', 'iban', 'phone', 'email', 'wallet']);
/** Shorter texts are not indexed. */
const MIN_LENGTH = 6;

const identifiesOwner = ({ kind, key }: RequisiteField): boolean => OWNER_KINDS.has(kind) || (kind === 'text' && key === 'account');

/**
 * Groups of requisite texts that each identify the owner. An address with a memo counts only together with it, since exchanges
 * use one address for all customers.
 */
export function ownerTexts(fields: readonly RequisiteField[], values: RequisiteValues): string[][] {
  const textOf = ({ key }: RequisiteField) => bareText(values[key] ?? '');
  const memos = fields
    .filter(({ kind }) => kind === 'memo')
    .map(textOf)
    .filter((text) => text !== '');
  return fields
    .filter(identifiesOwner)
    .map((field) => [textOf(field), ...(field.kind === 'wallet' ? memos : [])])
    .filter((group) => group.every((text) => text.length >= MIN_LENGTH));
}

/** The order's requisites of both sides as groups of index numbers: another order with a complete group is the same person's. */
export async function findOwnRequisites(
  deps: Pick<Deps, 'catalogue' | 'secrets'>,
  db: Queryable,
  order: Pick<Order, 'id' | 'incomeCode' | 'outcomeCode'>,
): Promise<readonly (readonly bigint[])[]> {
  const { income, outcome } = orderSides(deps.catalogue, order);
  const sealed = await findSealedRequisites(db, order.id);
  const unsealed = (bytes: Buffer) => JSON.parse(deps.secrets.unseal(bytes)) as RequisiteValues;
  const texts = [
    ...ownerTexts(income.incomeFields, unsealed(sealed.income)),
    ...ownerTexts(outcome.outcomeFields, unsealed(sealed.outcome)),
  ];
  return texts.map((group) =>
    numbersOf(
      deps,
      group.map((text) => ({ kind: 'requisite', text }) as const),
    ),
  );
}
