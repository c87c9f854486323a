import type { Resource } from '#contract/document.ts';
import type { OrderAttributes } from '#contract/public/order-attributes.ts';
import type { Order } from '#core/order/order.ts';
import type { Locale } from '#core/locale.ts';
import type { RefusalCode } from '#core/refusal.ts';
import { accept, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { presentPaymentSystem } from '#server/payment-systems/present.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { Visitor } from '#server/platform/http/route.ts';
import { findSealedIncomes } from '#server/orders/queries.ts';
import { findSavedWallets } from '#server/user-wallets/saved-wallets.ts';
import { presentWallet } from '#server/user-wallets/routes.ts';
import { presentOrder } from './present.ts';

type Include = readonly ('income_wallet' | 'income_payment_system' | 'outcome_payment_system')[] | undefined;

interface ViewOptions {
  readonly include: Include;
  readonly locale: Locale;
  readonly visitor: Visitor;
}

/**
 * The user's saved wallets that match the income requisites of these orders, by order id. Only of the user's own orders,
 * not of other holders of the link.
 */
async function walletsOf(
  deps: Deps,
  db: Queryable,
  orders: readonly Order[],
  { visitor, locale }: Pick<ViewOptions, 'visitor' | 'locale'>,
): Promise<ReadonlyMap<string, Resource>> {
  if (visitor.kind !== 'user') return new Map();
  const { userId } = visitor;
  const userOrders = orders.filter((order) => order.userId === userId);
  const sealed = await findSealedIncomes(
    db,
    userOrders.map(({ id }) => id),
  );
  const requisites = userOrders.flatMap(({ id, incomeCode: code }) => {
    const sealedValues = sealed.get(id);
    return sealedValues === undefined ? [] : [{ id, code, side: 'income' as const, text: deps.secrets.unseal(sealedValues) }];
  });
  const wallets = await findSavedWallets(deps, db, { userId, requisites });
  return new Map(
    requisites.flatMap(({ id }, at) => {
      const row = wallets[at];
      return row === undefined ? [] : [[id, presentWallet(deps, row, locale)] as const];
    }),
  );
}

/** The requested `include` resources, and a function that links each order to them. */
interface IncludedResources {
  readonly included: Resource[];
  readonly withLinks: (data: Resource<OrderAttributes>) => Resource<OrderAttributes>;
}

/** Payment systems and saved wallets requested by `include`. */
export async function readIncluded(deps: Deps, db: Queryable, orders: readonly Order[], options: ViewOptions): Promise<IncludedResources> {
  const { include = [], locale } = options;
  const codes = new Set<string>();
  for (const order of orders) {
    if (include.includes('income_payment_system')) codes.add(order.incomeCode);
    if (include.includes('outcome_payment_system')) codes.add(order.outcomeCode);
  }
  const systems = [...codes].flatMap((code) => {
    const system = deps.catalogue.paymentSystem(code);
    return system ? [presentPaymentSystem(deps.catalogue, system, locale)] : [];
  });
  if (!include.includes('income_wallet')) return { included: systems, withLinks: (data) => data };
  const wallets = await walletsOf(deps, db, orders, options);
  return {
    included: [...systems, ...wallets.values()],
    withLinks: (data) => {
      const wallet = wallets.get(data.id);
      const income_wallet = { data: wallet === undefined ? null : { type: wallet.type, id: wallet.id } };
      return { ...data, relationships: { ...data.relationships, income_wallet } };
    },
  };
}

interface OrderDocument {
  readonly data: Resource<OrderAttributes>;
  readonly included?: Resource[];
}

/** The response about one order, with its included resources. */
export async function withIncluded(
  deps: Deps,
  db: Queryable,
  order: Order,
  { data, ...options }: ViewOptions & Pick<OrderDocument, 'data'>,
): Promise<OrderDocument> {
  const { included, withLinks } = await readIncluded(deps, db, [order], options);
  return included.length > 0 ? { data: withLinks(data), included } : { data: withLinks(data) };
}

/** An order as the customer sees it. */
export async function presentOrderDocument(deps: Deps, db: Queryable, order: Order, options: ViewOptions): Promise<OrderDocument> {
  return await withIncluded(deps, db, order, { ...options, data: await presentOrder(deps, db, { order, locale: options.locale }) });
}

/** The response to a customer's action: the order as it is now, or the refusal. */
export async function showMoved<Code extends RefusalCode>(
  deps: Deps,
  call: { tx: Queryable; locale: Locale },
  moved: Result<Order, Code>,
): Promise<Result<OrderDocument, Code>> {
  return moved.ok ? accept({ data: await presentOrder(deps, call.tx, { order: moved.value, locale: call.locale }) }) : moved;
}
