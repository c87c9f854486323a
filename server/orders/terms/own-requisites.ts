import type { Order } from '#core/order/order.ts';
import type { RequisiteField, RequisiteFieldKind, RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { bareText } from '#core/search/term.ts';
import type { Deps } from '#server/deps.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import { findSealedRequisites } from '#server/orders/store.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { numbersOf } from './number-terms.ts';

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
