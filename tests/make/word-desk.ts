import { raw, sql } from '#server/platform/db/db.ts';
import { account, transfer } from '#core/ledger/account.ts';
import { PURSE_ASSET } from '#core/withdrawal/withdrawal.ts';
import { requestRefund } from '#server/deposits/request-refund.ts';
import { findOrCreateCustomerWallet } from '#server/ledger/wallets.ts';
import { post } from '#server/ledger/post.ts';
import { saveWallet } from '#server/user-wallets/saved-wallets.ts';
import { confirmWithdrawal } from '#server/withdrawals/confirm-withdrawal.ts';
import { requestWithdrawal } from '#server/withdrawals/request-withdrawal.ts';
import { DAY_MS } from '#core/time.ts';
import { officeApprovalRoutes } from '#server/approvals/office-routes.ts';
import { APPROVAL_COURSE, APPROVAL_EXECUTORS } from '#tests/make/registries.ts';
import { officeBlacklistRoutes } from '#server/blacklist/office-routes.ts';
import { officeBusinessRoutes } from '#server/business-requests/routes.ts';
import { officeCardVerificationRoutes } from '#server/card-verifications/office-routes.ts';
import { officeChatRoutes } from '#server/chat/office-routes.ts';
import { officeCustomerDeskRoutes } from '#server/customer-desk/office-routes.ts';
import { officeCustomerRoutes, officeObservationRoutes, officeOrderActionRoutes } from '#server/desk/order-action-routes.ts';
import { officeOrderRoutes } from '#server/desk/office-routes.ts';
import { officePayoutRoutes } from '#server/desk/payout-routes.ts';
import { officeEarningRoutes } from '#server/earnings/office-routes.ts';
import { officePairRoutes } from '#server/earnings/pair-routes.ts';
import { officeIncidentRoutes } from '#server/incidents/office-routes.ts';
import { officePartnerRoutes } from '#server/partners/office-routes.ts';
import { officePayoutTaskRoutes } from '#server/payout-tasks/office-routes.ts';
import { officePoolRoutes } from '#server/pool/office-routes.ts';
import { officeReserveRequestRoutes } from '#server/reserve-requests/office-routes.ts';
import { officeReviewRoutes } from '#server/reviews/office-routes.ts';
import { officeWebhookRoutes } from '#server/webhooks/office-routes.ts';
import { officeWithdrawalRoutes } from '#server/withdrawals/office-routes.ts';
import { orderOf } from './referred-customer.ts';
import { createManualWorld, type ManualWorld } from './manual-world.ts';
import { createOffice, type Office, type Person } from './office.ts';
import { as } from './rows.ts';

export let world: ManualWorld;
export let office: Office;
export let owner: Person;
export let second: Person;
export let customer: { readonly id: string; readonly email: string; readonly person: Person };
export let friend: { readonly id: string; readonly email: string };

async function createCustomer(name: string) {
  const person = await office.person('customer', name);
  const { email } = await world.deps.db.one(
    as<{ email: string }>(),
    sql`update users set email_verified_at = now() where id = ${person.id} returning email`,
  );
  return { id: person.id, email, person };
}

/** A shop with two owners and two verified customers. */
export async function openAuditDesk(): Promise<void> {
  world = await createManualWorld();
  const { deps } = world;
  office = await createOffice(world, [
    ...[officeOrderRoutes, officeOrderActionRoutes, officeCustomerRoutes, officeObservationRoutes, officePayoutRoutes].flatMap((of) =>
      of(deps),
    ),
    ...[officeCustomerDeskRoutes, officePartnerRoutes, officeBlacklistRoutes, officeEarningRoutes, officePairRoutes].flatMap((of) =>
      of(deps),
    ),
    ...[officeBusinessRoutes, officeReserveRequestRoutes, officeReviewRoutes, officeChatRoutes, officePoolRoutes].flatMap((of) => of(deps)),
    ...[officePayoutTaskRoutes, officeIncidentRoutes, officeCardVerificationRoutes, officeWithdrawalRoutes].flatMap((of) => of(deps)),
    ...officeWebhookRoutes(deps),
    ...officeApprovalRoutes(deps, APPROVAL_EXECUTORS, APPROVAL_COURSE),
  ]);
  [owner, second] = [await office.person('owner', 'first'), await office.person('owner', 'second')];
  [customer, friend] = [await createCustomer('anna'), await createCustomer('vera')];
}
export async function closeDesk(): Promise<void> {
  await office.close();
  // The rows needed for erasure were written without postings
  await world.abandon();
}

/** The answer of a call. */
export type OfficeResponse = Awaited<ReturnType<Person['send']>>;
export const say = async (path: string, body: object, person = owner): Promise<OfficeResponse> =>
  await person.send('POST', `/api/office/v1/${path}`, body);
export const versionOf = async (path: string) =>
  (await owner.send<{ version: number }>('GET', `/api/office/v1/${path}`)).one.attributes.version;
/** Acts with the lease, at the newest version. */
export async function act(id: string, path: string, body: object): Promise<OfficeResponse> {
  await say(`orders/${id}/claim`, {});
  return await say(`orders/${id}/${path}`, { version: await versionOf(`orders/${id}`), ...body });
}
export const order = async (change = {}) => await orderOf(world, customer, change);
export async function paid(): Promise<string> {
  const id = await order();
  await world.deposit(await world.read(id));
  await world.drain();
  return id;
}
/** A failed payout. */
export async function failedPayout(): Promise<string> {
  world.rail.script.push({ outcome: 'failed', reason: 'closed account' });
  return await paid();
}
export const idOf = async (statement: ReturnType<typeof sql>) => (await world.deps.db.one(as<{ id: string }>(), statement)).id;
export const customerId = async (userId: string) => await idOf(sql`select customer_id as id from customer_users where user_id = ${userId}`);
export const insert = async (table: string, values: Readonly<Record<string, unknown>>): Promise<string> => {
  const row = { id: world.deps.random.uuid(), ...values };
  const columns = raw(Object.keys(row).join());
  await world.database.adminDb.run(
    sql`insert into ${raw(table)} (${columns}) select ${columns} from jsonb_populate_record(null::${raw(table)}, ${JSON.stringify(row)}::jsonb)`,
  );
  return row.id;
};
export const now = () => new Date(world.deps.clock.now()).toISOString();

/** A withdrawal of the customer in progress, to long-known requisites. */
export async function withdrawal(): Promise<string> {
  const { deps } = world;
  const requisites = { account: `account-${deps.random.uuid()}` };
  const { id: userId } = customer;
  const made = await deps.db.tx(async (tx) => {
    const wallet = await findOrCreateCustomerWallet(deps, tx, { ownerId: userId, purse: 'reward' });
    const into = transfer('opening', account('expense', 'reward'), account('reward', userId), { wallet, asset: PURSE_ASSET, amount: 300n });
    await post(deps, tx, [into], { orderId: null, actor: 'system', actorId: null });
    const longAgo = { ...deps, clock: { now: () => deps.clock.now() - 2 * DAY_MS } };
    await saveWallet(longAgo, tx, { userId, code: 'SBERRUB', side: 'outcome', values: requisites, masked: { account: 'a•••t' } });
    const wish = {
      purse: 'reward',
      amount: 300n,
      paymentSystemCode: 'SBERRUB',
      country: null,
      requisites,
      noMemo: false,
      hasFreshFactor: true,
    } as const;
    const result = await requestWithdrawal(deps, tx, { userId, hasVerifiedEmail: true, locale: 'ru', ...wish });
    if (!result.ok) throw new Error(result.refusals[0]?.code);
    await confirmWithdrawal(deps, tx, { id: result.value.withdrawal.id, token: result.value.token });
    return result.value.withdrawal.id;
  });
  await world.drain();
  return made;
}
export async function failedRefund(): Promise<string> {
  const id = await order();
  await world.deposit(await world.read(id), { amount: 50_000_000n });
  world.rail.script.push({ outcome: 'failed', reason: 'closed wallet' });
  const visitor = {
    kind: 'user',
    userId: customer.id,
    sessionId: '',
    role: 'customer',
    email: customer.email,
    hasVerifiedEmail: true,
  } as const;
  const wish = { orderId: id, caller: { visitor, orderToken: undefined }, requisites: {}, noMemo: false };
  await world.deps.db.tx(async (tx) => await requestRefund(world.deps, tx, wish));
  await world.drain();
  return id;
}
