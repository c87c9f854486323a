import { CARDS_CHANNEL } from './channel.ts';
import { CARD_FIELDS, MOST_PHOTOS, verifyingFrom } from '#core/card-verification.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { RefusalCode } from '#core/refusal.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { DAY_MS } from '#core/time.ts';
import type { Deps, MoveDeps } from '#server/deps.ts';
import { type Caller, findOwnOrder } from '#server/orders/access.ts';
import { actorOf, lockOwnOrder } from '#server/orders/customer/customer-moves.ts';
import { findPayersCard } from '#server/orders/payers-card.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { UploadedFile } from '#server/platform/http/route.ts';
import { cleanPicture } from '#server/platform/images/clean-picture.ts';
import { cardFingerprint } from './card-print.ts';
import { type KeptPicture, keepPicture } from './pictures.ts';
import { type CardOwner, countSent, findBank, findStanding, findVerifiedId, insertVerification } from './store.ts';
import { keepWaiting, letGoOn } from './verifying-order.ts';

/** What the customer says of his card, as he typed it. */
export interface ShownCardForm {
  readonly card_number: string;
  readonly name: string;
  readonly issuing_bank_id: string;
  readonly order_public_id?: string | undefined;
}

/** A card that is fit to be looked at, its photo drawn anew and kept as ciphertext. */
export interface PreparedCard {
  readonly values: RequisiteValues;
  readonly bankId: string;
  readonly orderId: string | null;
  readonly picture: KeptPicture;
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

/** Whose card it is, by what the caller has shown: his account, the orders whose keys he holds. */
export const ownerOf = (caller: Caller, orderId: string | null): CardOwner => ({
  userId: userOf(caller),
  orderIds: [...(orderId === null ? [] : [orderId]), ...(caller.heldOrders ?? [])],
});

async function checkCard(deps: Pick<Deps, 'db'>, form: ShownCardForm): Promise<Result<RequisiteValues, SubmitRefusal>> {
  const values = { card_number: form.card_number, name: form.name };
  const checked = checkRequisites({ fields: CARD_FIELDS, values, noMemo: true, checkAddress: () => 'fine' });
  const refusals = checked.ok ? [] : [...checked.refusals];
  const bankId = form.issuing_bank_id.trim();
  const isBank = bankId !== '' && (await findBank(deps.db, bankId)) !== undefined;
  if (!isBank) refusals.push({ code: bankId === '' ? 'required' : 'invalid_format', field: 'issuing_bank_id' });
  return checked.ok && isBank ? accept(checked.value) : { ok: false, refusals: refusals as never };
}

/**
 * Everything that can be refused before a picture is drawn is: a stranger's upload costs us nothing. Then the photo is drawn anew without
 * its metadata and kept under a key of its own, before the transaction that names it.
 */
export async function prepareCard(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'files' | 'catalogue'>,
  {
    form,
    caller,
    file,
    peer,
  }: { readonly form: ShownCardForm; readonly caller: Caller; readonly file: UploadedFile; readonly peer?: string },
): Promise<Result<PreparedCard, SubmitRefusal>> {
  const orderId = form.order_public_id ?? null;
  const order = orderId === null ? undefined : await findOwnOrder(deps, deps.db, orderId, caller);
  if (orderId !== null && order === undefined) return refuse({ code: 'not_found' });
  const userId = userOf(caller);
  if (order === undefined && userId === null) return refuse({ code: 'not_authenticated' });
  const checked = await checkCard(deps, form);
  if (!checked.ok) return checked;
  const paysWith = order && (await findPayersCard(deps, deps.db, order));
  if (paysWith !== undefined && paysWith !== checked.value['card_number'])
    return refuse({ code: 'invalid_card_number', field: 'card_number', message: 'card_of_order', params: { end: paysWith.slice(-4) } });
  const sent = await countSent(deps.db, { orderId, userId, since: deps.clock.now() - DAY_MS });
  if (sent >= MOST_PHOTOS) return refuse({ code: 'order_state_conflict', message: 'too_many_photos', params: { max: MOST_PHOTOS } });
  const drawn = await cleanPicture(file.bytes, peer);
  if (drawn === undefined) return refuse({ code: 'invalid_file_type', field: 'image', message: 'card_picture' });
  const picture = await keepPicture(deps, drawn);
  return accept({ values: checked.value, bankId: form.issuing_bank_id.trim(), orderId, picture });
}

type SubmitDeps = MoveDeps & Pick<Deps, 'secrets' | 'catalogue'>;

/**
 * Puts a card into the verifiers' queue; gives its id. The order that waits for it is given time while people look, unless they do not
 * look at all now. A card that this person has shown before is not looked at again: its order goes on at once.
 */
export async function submitCard(
  deps: SubmitDeps,
  tx: Tx,
  { card, caller }: { readonly card: PreparedCard; readonly caller: Caller },
): Promise<Result<string, 'not_found' | 'order_state_conflict'>> {
  const own = card.orderId === null ? undefined : await lockOwnOrder(deps, tx, { orderId: card.orderId, caller });
  if (own !== undefined && !own.ok) return own;
  const order = own?.value;
  const digits = card.values['card_number'] ?? '';
  const fingerprint = cardFingerprint(deps.secrets, digits);
  const owner = ownerOf(caller, card.orderId);
  const standing = await findStanding(tx, fingerprint, owner);
  if (standing === 'verified') {
    if (order) await letGoOn(deps, tx, order, { by: 'system', actorId: null });
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
  const behind = { by: 'customer', ...actorOf(caller) } as const;
  // At night it would only hold a reserve from others until morning
  if (order && verifyingFrom(now) === null) await keepWaiting(deps, tx, order, behind);
  return accept(id);
}
