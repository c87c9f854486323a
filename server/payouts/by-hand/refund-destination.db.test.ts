import { as } from '#tests/make/rows.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalAttributes } from '#contract/office/orders/approvals.ts';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { approve } from '#server/approvals/decide-approval.ts';
import { APPROVAL_EXECUTORS } from '#tests/make/registries.ts';
import { reseal } from '#server/keys/reseal.ts';
import { openDestination } from '#server/orders/destination.ts';
import { createSecrets, type Secrets } from '#server/platform/secrets.ts';
import type { Office, Person } from '#tests/make/office.ts';
import { createPayoutDesk, failedRefund, ORDERS, type PayoutDesk } from '#tests/make/payout-desk.ts';
import type { World } from '#tests/make/world.ts';

const APPROVALS = '/api/office/v1/approvals';
const WALLET = 'another-wallet-of-his';
const OLD = 'a secret of at least thirty-two characters';
const NEW = 'the second secret of this installation';

let desk: PayoutDesk;
let world: World;
let office: Office;
let cashier: Person;
let other: Person;
beforeAll(async () => {
  desk = await createPayoutDesk();
  ({ world, office, cashier, other } = desk);
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await desk.close();
});

/** A failed refund with a proposed new destination. */
async function proposed() {
  const order = await failedRefund(world);
  await cashier.send('POST', `${ORDERS}/${order.id}/claim`);
  const { version } = (await cashier.send<OfficeOrderAttributes>('GET', `${ORDERS}/${order.id}`)).one.attributes;
  const body = { version, refund_requisites: { address: WALLET }, note: 'he called' };
  expect((await cashier.send('POST', `${ORDERS}/${order.id}/refund_destination`, body)).status).toBe(200);
  // The same after resealing
  const { version: after } = (await cashier.send<OfficeOrderAttributes>('GET', `${ORDERS}/${order.id}`)).one.attributes;
  const twice = await cashier.send('POST', `${ORDERS}/${order.id}/refund_destination`, { ...body, version: after });
  expect(twice).toMatchObject({ status: 409, error: { code: 'approval_conflict' } });
  const [row] = (await other.send<ApprovalAttributes>('GET', `${APPROVALS}?subject=${order.id}`)).rows;
  if (!row) throw new Error('nothing was proposed');
  return { orderId: order.id, id: row.id, shown: row.attributes };
}
type Proposed = Awaited<ReturnType<typeof proposed>>;

/** Approves with the given encryption keys. */
const approveWith = async (secrets: Secrets, { id, shown }: Proposed) =>
  await world.deps.db.tx(
    async (tx) =>
      await approve({ ...world.deps, secrets }, tx, APPROVAL_EXECUTORS, {
        id,
        hash: shown.hash,
        note: null,
        operator: { userId: other.id, role: 'cashier' } as Parameters<typeof approve>[3]['operator'],
      }),
  );
const stored = async ({ id }: Proposed) =>
  await world.deps.db.one(
    as<{ payload: string; payload_sealed: Buffer | null; state: string }>(),
    sql`select payload, payload_sealed, state from approvals where id::text = ${id}`,
  );

describe('a proposed destination', () => {
  it('is resealed on key rotation, keeps its hash, and is executed after the old key is removed', async () => {
    const one = await proposed();
    expect((await stored(one)).payload).not.toContain('seal');
    const results = await reseal({ db: world.deps.db, secrets: createSecrets(NEW, [OLD]) });
    expect(results.find(({ column }) => column === 'approvals.payload_sealed')).toMatchObject({ resealed: 1, lost: [] });
    expect(await approveWith(createSecrets(NEW), one)).toMatchObject({ ok: true });
    const opened = await openDestination({ secrets: createSecrets(NEW) }, world.deps.db, { id: one.orderId, side: 'income' });
    expect(opened).toEqual({ address: WALLET });
    expect(await stored(one)).toMatchObject({ state: 'approved', payload_sealed: null });
    await reseal({ db: world.deps.db, secrets: createSecrets(OLD, [NEW]) });
    await world.drain();
    expect((await world.read(one.orderId)).status).toBe('refunded');
  });

  it('whose key is gone or whose value differs from its text is refused with a message and changes nothing', async () => {
    const [one, two] = [await proposed(), await proposed()];
    const unreadable = { code: 'approval_conflict', message: 'approval_unreadable' };
    expect(await approveWith(createSecrets(NEW), one)).toMatchObject({ ok: false, refusals: [unreadable] });
    expect((await stored(one)).state).toBe('open');
    const { payload_sealed: ofAnother } = await stored(two);
    await world.database.adminDb.run(sql`update approvals set payload_sealed = ${ofAnother} where id::text = ${one.id}`);
    const changed = { code: 'approval_conflict', message: 'approval_changed' };
    expect(await approveWith(createSecrets(OLD), one)).toMatchObject({ ok: false, refusals: [changed] });
    expect(await other.send('POST', `${APPROVALS}/${one.id}/reveal`)).toMatchObject({ status: 409, error: { code: 'approval_conflict' } });
    expect((await world.read(one.orderId)).status).toBe('refund_pending');
  });

  it('is shown in full only to those who may approve it, and each view is audited', async () => {
    const one = await proposed();
    expect(JSON.stringify(one.shown)).not.toMatch(new RegExp(`${WALLET}|seal|digest`));
    const look = async (person: Person) => await person.send<{ requisites: object }>('POST', `${APPROVALS}/${one.id}/reveal`);
    expect((await look(cashier)).status).toBe(403);
    for (const role of ['auditor', 'support', 'verifier'] as const) expect((await look(await office.person(role))).status).toBe(403);
    const views = async () =>
      await world.deps.db.many(
        AnyRow,
        sql`
        select actor_id, detail ->> 'approval_id' as approval_id from audit_log
          where action = 'requisites.view' and subject_id = ${one.orderId}`,
      );
    expect(await views()).toEqual([]);
    expect((await look(other)).one.attributes.requisites).toEqual({ address: WALLET });
    await look(other);
    const view = { actor_id: other.id, approval_id: one.id };
    expect(await views()).toEqual([view, view]);
    await other.send('POST', `${APPROVALS}/${one.id}/decline`, { hash: one.shown.hash, note: null });
    expect((await look(other)).status).toBe(409);
  });
});
