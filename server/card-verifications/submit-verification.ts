import { cardFingerprint, CARDS_CHANNEL } from './queries.ts';
import { CARD_FIELDS, MAX_PHOTOS, nextVerifyingStart } from '#core/customer/card-verification.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { RefusalCode } from '#core/refusal.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { DAY_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { type Caller, findOwnOrder } from '#server/orders/access.ts';
import { actorOf, lockOwnOrder } from '#server/orders/customer/customer-moves.ts';
import { findPayersCard } from '#server/orders/create/card-standing.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { UploadedFile } from '#server/platform/http/route.ts';
import { cleanPicture } from '#server/platform/images/clean-picture.ts';
import { type StoredPicture, storePicture } from './pictures.ts';
import { type CardOwner, countSent, findBank, findStanding, findVerifiedId, insertVerification } from './store.ts';
import { extendOrder, continueOrder } from './verifying-order.ts';

/** A submitted card form. */
export interface CardForm {
  readonly card_number: string;
  readonly name: string;
  readonly issuing_bank_id: string;
  readonly order_public_id?: string | undefined;
}

/** A validated card, whose photo is re-encoded and stored encrypted. */
export interface PreparedCard {
  readonly values: RequisiteValues;
  readonly bankId: string;
  readonly orderId: string | null;
  readonly picture: StoredPicture;
}

type SubmitRefusal = Extract<
  RefusalCode,
  | 'not_authenticated'
  | 'not_found'
  | 'required'
  | 'invalid_format'
  | 'too_short'
  | 'too_long'
  | 'invalid_card_number'
  | 'order_state_conflict'
  | 'invalid_file_type'
>;

const userOf = ({ visitor }: Caller): string | null => (visitor.kind === 'user' ? visitor.userId : null);

/** The card's owner, by the caller's access: the account, and the orders whose keys the caller has. */
export const ownerOf = (caller: Caller, orderId: string | null): CardOwner => ({
  userId: userOf(caller),
  orderIds: [...(orderId === null ? [] : [orderId]), ...(caller.heldOrders ?? [])],
});

async function checkCard(deps: Pick<Deps, 'db'>, form: CardForm): Promise<Result<RequisiteValues, SubmitRefusal>> {
  const values = { card_number: form.card_number, name: form.name };
  const checked = checkRequisites({ fields: CARD_FIELDS, values, noMemo: true, checkAddress: () => 'fine' });
  const refusals = checked.ok ? [] : [...checked.refusals];
  const bankId = form.issuing_bank_id.trim();
  const isBank = bankId !== '' && (await findBank(deps.db, bankId)) !== undefined;
  if (!isBank) refusals.push({ code: bankId === '' ? 'required' : 'invalid_format', field: 'issuing_bank_id' });
  return checked.ok && isBank ? accept(checked.value) : { ok: false, refusals: refusals as never };
}

/**
 * Validates the form, then re-encodes the photo without metadata and stores it encrypted. This happens before the transaction that refers
 * to the photo.
 */
export async function prepareCard(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'files' | 'catalogue'>,
  { form, caller, file, peer }: { readonly form: CardForm; readonly caller: Caller; readonly file: UploadedFile; readonly peer?: string },
): Promise<Result<PreparedCard, SubmitRefusal>> {
  const orderId = form.order_public_id ?? null;
  const order = orderId === null ? undefined : await findOwnOrder(deps, deps.db, orderId, caller);
  if (orderId !== null && order === undefined) return refuse({ code: 'not_found' });
  const userId = userOf(caller);
  if (order === undefined && userId === null) return refuse({ code: 'not_authenticated' });
  const checked = await checkCard(deps, form);
  if (!checked.ok) return checked;
  const payersCard = order && (await findPayersCard(deps, deps.db, order));
  if (payersCard !== undefined && payersCard !== checked.value['card_number'])
    return refuse({ code: 'invalid_card_number', field: 'card_number', message: 'card_of_order', params: { end: payersCard.slice(-4) } });
  const sentPhotos = await countSent(deps.db, { orderId, userId, since: deps.clock.now() - DAY_MS });
  if (sentPhotos >= MAX_PHOTOS) return refuse({ code: 'order_state_conflict', message: 'too_many_photos', params: { max: MAX_PHOTOS } });
  const clean = await cleanPicture(file.bytes, peer);
  if (clean === undefined) return refuse({ code: 'invalid_file_type', field: 'image', message: 'card_picture' });
  const picture = await storePicture(deps, clean);
  return accept({ values: checked.value, bankId: form.issuing_bank_id.trim(), orderId, picture });
}

type SubmitDeps = MoveDeps & Pick<Deps, 'secrets' | 'catalogue'>;

/**
 * Queues a card for verification and returns its id. A waiting order is extended only during verification hours. A card that its owner has
 * verified before is accepted at once.
 */
export async function submitCard(
  deps: SubmitDeps,
  tx: Tx,
  { card, caller }: { readonly card: PreparedCard; readonly caller: Caller },
): Promise<Result<string, 'not_found' | 'order_state_conflict'>> {
  const locked = card.orderId === null ? undefined : await lockOwnOrder(deps, tx, { orderId: card.orderId, caller });
  if (locked !== undefined && !locked.ok) return locked;
  const order = locked?.value;
  const digits = card.values['card_number'] ?? '';
  const fingerprint = cardFingerprint(deps.secrets, digits);
  const owner = ownerOf(caller, card.orderId);
  const standing = await findStanding(tx, fingerprint, owner);
  if (standing === 'verified') {
    if (order) await continueOrder(deps, tx, order, { by: 'system', actorId: null });
    return accept(await findVerifiedId(tx, fingerprint, owner));
  }
  const now = deps.clock.now();
  const id = deps.random.uuid();
  const isNew = await insertVerification(tx, {
    id,
    userId: userOf(caller) ?? order?.userId ?? null,
    orderId: card.orderId,
    fingerprint,
    masked: maskRequisites(CARD_FIELDS, card.values)['card_number'] ?? '',
    sealed: deps.secrets.seal(digits),
    name: card.values['name'] ?? '',
    bankId: card.bankId,
    now,
    picture: card.picture,
  });
  if (isNew) deps.live.hint(tx, CARDS_CHANNEL, id);
  if (!isNew) return refuse({ code: 'order_state_conflict', message: 'card_waits' });
  const initiator = { by: 'customer', ...actorOf(caller) } as const;
  // Outside verification hours an extension would only block the reserve
  if (order && nextVerifyingStart(now) === null) await extendOrder(deps, tx, order, initiator);
  return accept(id);
}
