import { formatAmount } from '#core/money/amount.ts';
import type { Order } from '#core/order/order.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { amountTerms, customerTerms, referenceTerms, requisiteTerms } from '#core/search/order-terms.ts';
import type { Term } from '#core/search/term.ts';
import type { Deps } from '#server/deps.ts';
import { orderSides } from '#server/orders/order-assets.ts';

/** Requisites of both sides, as the customer gave them. */
export interface GivenRequisites {
  readonly income: RequisiteValues;
  readonly outcome: RequisiteValues;
}

/** What an order is found by that may change while it lives. */
type Changing = Pick<
  Order,
  'email' | 'userId' | 'incomeCode' | 'outcomeCode' | 'incomeAmount' | 'outcomeAmount' | 'receivedAmount' | 'claim'
>;
type Catalogue = Pick<Deps, 'catalogue'>;

const amountsOf = ({ catalogue }: Catalogue, order: Changing): string[] => {
  const { income, outcome } = orderSides(catalogue, order);
  return [
    formatAmount(order.incomeAmount, income.scale),
    formatAmount(order.outcomeAmount, outcome.scale),
    formatAmount(order.receivedAmount, income.scale),
  ];
};

const claimTerms = ({ claim }: Changing): Term[] => [...referenceTerms(claim?.txHash ?? ''), ...referenceTerms(claim?.invoiceId ?? '')];

/** What an order is found by but for its requisites. */
const changingTerms = (deps: Catalogue, order: Changing): Term[] => [
  ...customerTerms(order),
  ...amountTerms(amountsOf(deps, order)),
  ...claimTerms(order),
];

/** Everything that an order is found by. */
export function orderTerms(deps: Catalogue, order: Changing, given: GivenRequisites): Term[] {
  const { income, outcome } = orderSides(deps.catalogue, order);
  return [
    ...changingTerms(deps, order),
    ...requisiteTerms([...income.incomeFields, ...income.outcomeFields], given.income),
    ...requisiteTerms(outcome.outcomeFields, given.outcome),
  ];
}

const sameTerm = (one: Term) => (other: Term) => one.kind === other.kind && one.text === other.text;

/** What a change has made it findable by, beside what was known before. */
export function newTerms(deps: Catalogue, before: Order, after: Order): Term[] {
  const isSame =
    before.email === after.email &&
    before.incomeAmount === after.incomeAmount &&
    before.outcomeAmount === after.outcomeAmount &&
    before.receivedAmount === after.receivedAmount &&
    before.claim === after.claim;
  if (isSame) return [];
  const known = changingTerms(deps, before);
  return changingTerms(deps, after).filter((term) => !known.some(sameTerm(term)));
}
