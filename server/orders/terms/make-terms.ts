import { formatAmount } from '#core/money/amount.ts';
import type { Order } from '#core/order/order.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { amountTerms, customerTerms, referenceTerms, requisiteTerms } from '#core/search/order-terms.ts';
import type { Term } from '#core/search/term.ts';
import type { Deps } from '#server/deps.ts';
import { orderSides } from '#server/orders/order-assets.ts';

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
