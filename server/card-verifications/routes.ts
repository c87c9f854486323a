import { CARDS_CHANNEL } from './queries.ts';
import {
  cancelCardVerification,
  createCardVerification,
  getCardVerificationStatus,
  listCardVerifications,
  listIssuingBanks,
} from '#contract/public/card-verifications.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { type Caller, callerOf, findOwnOrder } from '#server/orders/access.ts';
import { actorOf } from '#server/orders/customer/customer-moves.ts';
import { lockOrder } from '#server/orders/queries.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import { type Route, route, routeAfter } from '#server/platform/http/route.ts';
import { presentVerification } from './present.ts';
import { findVerification, listBanks, listOwn, saveCancelled, type VerificationRow } from './store.ts';
import { ownerOf, prepareCard, submitCard } from './submit-verification.ts';
import { extendOrder } from './verifying-order.ts';

/** Whether the caller may see this card, by the account or by access to its order. */
async function isOwnCard(deps: Pick<Deps, 'secrets'>, db: Queryable, row: VerificationRow, caller: Caller): Promise<boolean> {
  const { visitor } = caller;
  if (visitor.kind === 'user' && row.user_id === visitor.userId) return true;
  return row.order_id !== null && (await findOwnOrder(deps, db, row.order_id, caller)) !== undefined;
}

async function findOwnCard(
  deps: Pick<Deps, 'secrets'>,
  db: Queryable,
  id: string,
  caller: Caller,
): Promise<Result<VerificationRow, 'not_found'>> {
  const row = await findVerification(db, id);
  return row && (await isOwnCard(deps, db, row, caller)) ? accept(row) : refuse({ code: 'not_found' });
}

/** The id of the order that the call names. Null if it names none or the caller has no access to it. */
async function namedOrder(deps: Pick<Deps, 'db' | 'secrets'>, id: string | undefined, caller: Caller): Promise<string | null> {
  const order = id === undefined ? undefined : await findOwnOrder(deps, deps.db, id, caller);
  return order?.id ?? null;
}

/** Cancels the verification of a card. The page of its order is updated. A repeated call succeeds. */
async function cancelCard(
  deps: MoveDeps,
  tx: Tx,
  { id, caller }: { readonly id: string; readonly caller: Caller },
): Promise<Result<null, 'not_found' | 'order_state_conflict'>> {
  const card = await findOwnCard(deps, tx, id, caller);
  if (!card.ok) return card;
  if (card.value.state === 'cancelled') return accept(null);
  const order = card.value.order_id === null ? undefined : await lockOrder(tx, card.value.order_id);
  if (!(await saveCancelled(tx, id, deps.clock.now()))) return refuse({ code: 'order_state_conflict', message: 'card_decided' });
  deps.live.hint(tx, CARDS_CHANNEL, id);
  if (order) await extendOrder(deps, tx, order, { by: 'customer', ...actorOf(caller) });
  return accept(null);
}

function readingRoutes(deps: Deps): Route[] {
  return [
    route(listIssuingBanks, async ({ locale }) => {
      const banks = await listBanks(deps.db);
      return accept({
        data: banks.map((bank) => ({
          type: 'issuing_banks',
          id: bank.id,
          attributes: { name: locale === 'en' ? bank.name_en : bank.name_ru },
        })),
      });
    }),
    route(listCardVerifications, async (call) => {
      const caller = callerOf(call);
      const orderId = await namedOrder(deps, call.query.order_public_id, caller);
      const owner =
        call.query.order_public_id === undefined ? ownerOf(caller, null) : { userId: null, orderIds: orderId === null ? [] : [orderId] };
      const rows = await listOwn(deps.db, owner);
      return accept({
        data: await Promise.all(rows.map(async (row) => await presentVerification(deps, deps.db, { row, locale: call.locale }))),
      });
    }),
    route(getCardVerificationStatus, async (call) => {
      const card = await findOwnCard(deps, deps.db, call.params.id, callerOf(call));
      if (!card.ok) return card;
      return accept({ data: await presentVerification(deps, deps.db, { row: card.value, locale: call.locale }) });
    }),
  ];
}

/** The customers' calls about cards (contract 4). */
export const cardVerificationRoutes = (deps: Deps): Route[] => [
  ...readingRoutes(deps),
  routeAfter(
    createCardVerification,
    async (call) => {
      const file = call.files['image'];
      if (file === undefined) return refuse({ code: 'required', field: 'image' });
      return await prepareCard(deps, { form: call.body, caller: callerOf(call), file, peer: peerOf(call.ip) });
    },
    async (call) => {
      const sent = await submitCard(deps, call.tx, { card: call.prepared, caller: callerOf(call) });
      if (!sent.ok) return sent;
      const row = await findVerification(call.tx, sent.value);
      if (row === undefined) return refuse({ code: 'not_found' });
      return accept({ data: await presentVerification(deps, call.tx, { row, locale: call.locale }) });
    },
  ),
  route(cancelCardVerification, async (call) => {
    const cancelled = await cancelCard(deps, call.tx, { id: call.params.id, caller: callerOf(call) });
    return cancelled.ok ? accept({}) : cancelled;
  }),
];
