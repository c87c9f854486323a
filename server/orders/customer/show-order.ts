import type { Resource } from '#contract/document.ts';
import type { OrderAttributes } from '#contract/orders.ts';
import type { Order } from '#core/order/order.ts';
import type { Locale } from '#core/locale.ts';
import type { RefusalCode } from '#core/refusal.ts';
import { accept, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { presentPaymentSystem } from '#server/payment-systems/present.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { Visitor } from '#server/platform/http/route.ts';
import { findSealedIncomes } from '#server/orders/store.ts';
import { findKept } from '#server/user-wallets/keep-wallet.ts';
import { presentWallet } from '#server/user-wallets/present-wallet.ts';
import { presentOrder } from './present.ts';

type Include = readonly ('income_wallet' | 'income_payment_system' | 'outcome_payment_system')[] | undefined;

interface Asked {
  readonly include: Include;
  readonly locale: Locale;
  readonly visitor: Visitor;
}

/** What a customer keeps of the requisites that he pays these orders from, by order: his own to read, whoever else holds an order's link. */
async function walletsOf(
  deps: Deps,
  db: Queryable,
  orders: readonly Order[],
  { visitor, locale }: Pick<Asked, 'visitor' | 'locale'>,
): Promise<ReadonlyMap<string, Resource>> {
  if (visitor.kind !== 'user') return new Map();
  const { userId } = visitor;
  const own = orders.filter((order) => order.userId === userId);
  const sealed = await findSealedIncomes(
    db,
    own.map(({ id }) => id),
  );
  const used = own.flatMap(({ id, incomeCode: code }) => {
    const one = sealed.get(id);
    return one === undefined ? [] : [{ id, code, side: 'income' as const, text: deps.secrets.unseal(one) }];
  });
  const kept = await findKept(deps, db, { userId, used });
  return new Map(
    used.flatMap(({ id }, at) => {
      const row = kept[at];
      return row === undefined ? [] : [[id, presentWallet(deps, row, locale)] as const];
    }),
  );
}

/** What an answer about orders was asked to bring along, and how each order names what is its own of it. */
interface Along {
  readonly included: Resource[];
  readonly linked: (data: Resource<OrderAttributes>) => Resource<OrderAttributes>;
}

/** The payment systems and the kept requisites that an answer about orders was asked to bring along. */
export async function bringAlong(deps: Deps, db: Queryable, orders: readonly Order[], asked: Asked): Promise<Along> {
  const { include = [], locale } = asked;
  const codes = new Set<string>();
  for (const order of orders) {
    if (include.includes('income_payment_system')) codes.add(order.incomeCode);
    if (include.includes('outcome_payment_system')) codes.add(order.outcomeCode);
  }
  const systems = [...codes].flatMap((code) => {
    const system = deps.catalogue.paymentSystem(code);
    return system ? [presentPaymentSystem(deps.catalogue, system, locale)] : [];
  });
  if (!include.includes('income_wallet')) return { included: systems, linked: (data) => data };
  const wallets = await walletsOf(deps, db, orders, asked);
  return {
    included: [...systems, ...wallets.values()],
    linked: (data) => {
      const wallet = wallets.get(data.id);
      const income_wallet = { data: wallet === undefined ? null : { type: wallet.type, id: wallet.id } };
      return { ...data, relationships: { ...data.relationships, income_wallet } };
    },
  };
}

interface Shown {
  readonly data: Resource<OrderAttributes>;
  readonly included?: Resource[];
}

/** The answer about one order, with what it was asked to bring along. */
export async function withIncluded(
  deps: Deps,
  db: Queryable,
  order: Order,
  { data, ...asked }: Asked & Pick<Shown, 'data'>,
): Promise<Shown> {
  const { included, linked } = await bringAlong(deps, db, [order], asked);
  return included.length > 0 ? { data: linked(data), included } : { data: linked(data) };
}

/** An order as its customer reads it. */
export async function show(deps: Deps, db: Queryable, order: Order, asked: Asked): Promise<Shown> {
  return await withIncluded(deps, db, order, { ...asked, data: await presentOrder(deps, db, { order, locale: asked.locale }) });
}

/** The answer to what a customer did with his order: the order as it now is, or the refusal. */
export async function showMoved<Code extends RefusalCode>(
  deps: Deps,
  call: { tx: Queryable; locale: Locale },
  moved: Result<Order, Code>,
): Promise<Result<Shown, Code>> {
  return moved.ok ? accept({ data: await presentOrder(deps, call.tx, { order: moved.value, locale: call.locale }) }) : moved;
}
