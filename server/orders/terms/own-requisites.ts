import type { Order } from '#core/order/order.ts';
import type { RequisiteField, RequisiteFieldKind, RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { bareText } from '#core/search/term.ts';
import type { Deps } from '#server/deps.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import { findSealedRequisites } from '#server/orders/store.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { numbersOf } from './number-terms.ts';

/** Kinds that are one owner's. A bank, its code, a city and a name are many people's. */
const OWNED: ReadonlySet<RequisiteFieldKind> = new Set(['card', 'bank_account', 'iban', 'phone', 'email', 'wallet']);
/** Shorter ones are not in the index. */
const LEAST = 6;

const isOwned = ({ kind, key }: RequisiteField): boolean => OWNED.has(kind) || (kind === 'text' && key === 'account');

/** Texts of requisites, each group of which tells its owner: an address with a memo is his only together with it, since houses keep one address for all. */
export function ownTexts(fields: readonly RequisiteField[], values: RequisiteValues): string[][] {
  const textOf = ({ key }: RequisiteField) => bareText(values[key] ?? '');
  const memos = fields
    .filter(({ kind }) => kind === 'memo')
    .map(textOf)
    .filter((text) => text !== '');
  return fields
    .filter(isOwned)
    .map((field) => [textOf(field), ...(field.kind === 'wallet' ? memos : [])])
    .filter((group) => group.every((text) => text.length >= LEAST));
}

/** What an order is paid from and to, as groups of what orders are found by: whoever has a whole group in another order is the same person. */
export async function findOwnRequisites(
  deps: Pick<Deps, 'catalogue' | 'secrets'>,
  db: Queryable,
  order: Pick<Order, 'id' | 'incomeCode' | 'outcomeCode'>,
): Promise<readonly (readonly bigint[])[]> {
  const { income, outcome } = orderSides(deps.catalogue, order);
  const sealed = await findSealedRequisites(db, order.id);
  const opened = (bytes: Buffer) => JSON.parse(deps.secrets.unseal(bytes)) as RequisiteValues;
  const texts = [...ownTexts(income.incomeFields, opened(sealed.income)), ...ownTexts(outcome.outcomeFields, opened(sealed.outcome))];
  return texts.map((group) =>
    numbersOf(
      deps,
      group.map((text) => ({ kind: 'requisite', text }) as const),
    ),
  );
}
