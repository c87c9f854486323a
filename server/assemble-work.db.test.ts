import { randomBytes, randomUUID } from 'node:crypto';
import { col, rowType, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUSINESS_REQUEST_STATES } from '#core/customer/business-request.ts';
import type { OrderStatus } from '#core/order/status.ts';
import { RESERVE_REQUEST_STATES } from '#core/customer/reserve-request.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { LANE_NAMES, type LaneName, laneRule } from '#core/staff/work.ts';
import { ENDED_BY } from '#tests/make/ended-by.ts';
import { listOpenSubjects } from '#tests/make/list-open-subjects.ts';
import { createManualWorld, type ManualWorld } from '#tests/make/manual-world.ts';
import { insertPausedServer } from '#tests/make/paused-server.ts';
import { watchAllWork } from '#tests/make/watch-work.ts';
import { WORK } from '#tests/make/registries.ts';
import { raiseIncident } from './incidents/raise-incident.ts';
import { countWork, findLateWork } from './work/lane.ts';

/** States of tables whose values only `core` checks. */
const UNCHECKED: Readonly<Record<string, readonly string[]>> = {
  'business_requests.state': BUSINESS_REQUEST_STATES,
  'reserve_requests.state': RESERVE_REQUEST_STATES,
};

let world: ManualWorld;
beforeAll(async () => {
  world = await createManualWorld();
});
afterAll(async () => await world.abandon());

const admin = async (statement: ReturnType<typeof sql>): Promise<number> => await world.database.adminDb.run(statement);
const now = (): Date => new Date(world.deps.clock.now());

const ids = new Map<string, string>();
async function user(role: string): Promise<string> {
  const known = ids.get(role);
  if (known !== undefined) return known;
  const id = randomUUID();
  await admin(sql`insert into users (id, email, role, locale) values (${id}, ${`${role}@example.com`}, ${role}, 'ru')`);
  ids.set(role, id);
  return id;
}

/** An order with this state since this moment. It tests how the lists read rows, not how rows are made. */
async function orderIn(status: OrderStatus, change = sql`version = version`, since = now()): Promise<string> {
  const { id } = await world.order();
  await admin(sql`update orders set status = ${status}, status_changed_at = ${since}, ${change} where id = ${id}`);
  return id;
}

const orderSinceYesterday = async (status: OrderStatus): Promise<string> =>
  await orderIn(status, sql`version = version`, new Date(world.deps.clock.now() - DAY_MS));

async function payoutOf(subject: { order?: string; withdrawal?: string }, state: string, purpose = 'payout'): Promise<void> {
  await admin(sql`
    insert into payouts (id, order_id, withdrawal_id, purpose, attempt, rail, payment_system_code, wallet, amount, state, claimed_at,
      updated_at, taken_by)
    values (${randomUUID()}, ${subject.order ?? null}, ${subject.withdrawal ?? null}, ${purpose}, 1, 'test', 'SBERRUB', 'SBERRUB', 100,
      ${state},
      ${now()}, ${now()}, ${state === 'by_hand' ? await user('cashier') : null})`);
}

async function task(subject: string, state: 'waiting' | 'taken'): Promise<string> {
  await admin(sql`
    insert into payout_tasks (reference, subject_id, payment_system_code, amount, destination_masked, state, asked_at, taken_by, taken_at)
    values (${randomUUID()}, ${subject}, 'SBERRUB', 100, '{}', ${state}, ${now()}, ${state === 'taken' ? await user('cashier') : null},
      ${state === 'taken' ? now() : null})`);
  return subject;
}

async function withdrawal(status: string, change = sql`version = 1`): Promise<string> {
  const id = randomUUID();
  await admin(sql`
    insert into withdrawals (id, status, version, user_id, locale, purse, purse_wallet, purse_amount, outcome_code, outcome_wallet,
      outcome_amount,
      requisites_sealed, requisites_masked, token_hash, created_at, status_changed_at, promised_at)
    values (${id}, ${status}, 1, ${await user('customer')}, 'ru', 'reward', 'SBERRUB', 5, 'SBERRUB', 'SBERRUB', 5, ${randomBytes(4)}, '{}',
      ${randomBytes(32)}, ${now()}, ${now()}, ${new Date(world.deps.clock.now() + DAY_MS)})`);
  await admin(sql`update withdrawals set ${change} where id = ${id}`);
  return id;
}

async function approval(kind: string, subject: string): Promise<string> {
  await admin(sql`
    insert into approvals (id, kind, subject, payload, hash, note, proposed_by, needs, proposed_at, expires_at)
    values (${randomUUID()}, ${kind}, ${subject}, '{}', ${randomUUID()}, '', null, 1, ${now()},
      ${new Date(world.deps.clock.now() + DAY_MS)})`);
  return subject;
}

async function card(state: 'pending' | 'processing'): Promise<string> {
  const id = randomUUID();
  const order = await orderIn('awaiting_verification');
  await admin(sql`
    insert into card_verifications (id, order_id, card_fingerprint, card_masked, card_sealed, name, issuing_bank_id, state, created_at,
      held_by,
      held_until, picture_key, picture_secret_sealed)
    values (${id}, ${order}, ${randomBytes(32)}, '2202', ${randomBytes(4)}, 'A B', 'sberbank', ${state}, ${now()},
      ${state === 'processing' ? await user('verifier') : null}, ${state === 'processing' ? now() : null}, ${id}, ${randomBytes(4)})`);
  return id;
}

async function chat(): Promise<string> {
  const id = randomUUID();
  await admin(sql`
    insert into chat_threads (id, guest_hash, state, locale, created_at, last_at, unanswered_since, due_at)
    values (${id}, ${id}, 'waiting', 'ru', ${now()}, ${now()}, ${now()}, ${new Date(world.deps.clock.now() + 900_000)})`);
  return id;
}

async function bankLine(): Promise<string> {
  const id = randomUUID();
  await admin(sql`
    insert into bank_lines (id, payment_system_code, wallet, fingerprint, amount, at, is_day_only, text, source, recorded_by, recorded_at,
      state)
    values (${id}, 'SBERRUB', 'SBERRUB', ${randomBytes(32)}, 100, ${now()}, false, '', 'hand', ${await user('cashier')}, ${now()},
      'unmatched')`);
  return id;
}

async function review(): Promise<string> {
  const id = randomUUID();
  await admin(sql`
    insert into reviews (id, order_id, rating, body, locale, state, written_at, changed_at)
    values (${id}, ${await orderIn('completed')}, 5, 'fine', 'ru', 'pending', ${now()}, ${now()})`);
  return id;
}

async function businessRequest(state: string): Promise<string> {
  const id = randomUUID();
  await admin(sql`
    insert into business_requests (id, email, mailbox, locale, url, monthly_turnover, state, asked_at, changed_at)
    values (${id}, 'm@example.com', 'm@example.com', 'ru', 'https://example.com', '1', ${state}, ${now()}, ${now()})`);
  return id;
}

async function reserveRequest(): Promise<string> {
  const id = randomUUID();
  await admin(sql`
    insert into reserve_requests (id, email, mailbox, locale, outcome_code, amount, state, asked_at, said_at)
    values (${id}, 'r@example.com', 'r@example.com', 'ru', 'SBERRUB', 1, 'open', ${now()}, ${now()})`);
  return id;
}

const pausedServer = async (by: 'office' | 'owner' | 'failing'): Promise<string> =>
  await insertPausedServer(world, { owner: await user('customer'), by });

async function incident(kind: 'mail_undeliverable' | 'audit_failed'): Promise<string> {
  const subject = randomUUID();
  await world.deps.db.tx(async (tx) => await raiseIncident(world.deps, tx, { kind, subject, detail: {} }));
  return subject;
}

/** Cases that are late from the start. */
const LATE_AT_ONCE = ['an order whose payment stays unconfirmed', 'a payout without an approval request', 'a withdrawal that failed'];

interface Case {
  readonly lane: LaneName;
  /** Creates an item and returns its name in the lane. */
  readonly make: () => Promise<string>;
  /** The alarm of another lane covers it. */
  readonly isAlarmedElsewhere?: true;
}

/** Everything that only an operator can continue. */
const CASES: Readonly<Record<string, Case>> = {
  'an order in moderation': { lane: 'queue', make: async () => await orderIn('moderation') },
  'an order in a compliance hold': { lane: 'queue', make: async () => await orderIn('compliance_hold') },
  'an order whose payout failed': { lane: 'queue', make: async () => await orderIn('payout_failed') },
  'an order that its customer claims to have paid': { lane: 'queue', make: async () => await orderIn('payment_claimed') },
  'an order whose payment stays unconfirmed': { lane: 'queue', make: async () => await orderSinceYesterday('payment_detected') },
  'a payout without an approval request': { lane: 'queue', make: async () => await orderSinceYesterday('payout_pending') },
  'a payout with an unknown result': {
    lane: 'queue',
    make: async () => {
      const order = await orderIn('payout_sent');
      await payoutOf({ order }, 'unknown');
      return order;
    },
  },
  'a payout taken by hand': {
    lane: 'queue',
    make: async () => {
      const order = await orderIn('payout_sent');
      await payoutOf({ order }, 'by_hand');
      return order;
    },
  },
  'a refund that failed': {
    lane: 'queue',
    make: async () => {
      const order = await orderIn('refund_pending');
      await payoutOf({ order }, 'failed', 'refund');
      return order;
    },
  },
  'a surplus': {
    lane: 'queue',
    make: async () => await orderIn('completed', sql`received_amount = income_amount * 2, credited_amount = income_amount`),
  },
  'an order that waits for a manual payout': {
    lane: 'queue',
    make: async () => await task(await orderIn('payout_sent'), 'waiting'),
    isAlarmedElsewhere: true,
  },
  'a manual payout': { lane: 'payoutTasks', make: async () => await task(await orderIn('payout_sent'), 'waiting') },
  'a claimed manual payout': { lane: 'payoutTasks', make: async () => await task(await orderIn('payout_sent'), 'taken') },
  'a manual refund': { lane: 'payoutTasks', make: async () => await task(await orderIn('refund_pending'), 'waiting') },
  'a manual return of a surplus': {
    lane: 'payoutTasks',
    make: async () =>
      await task(await orderIn('completed', sql`received_amount = income_amount * 2, credited_amount = income_amount`), 'waiting'),
  },
  'a manual withdrawal': { lane: 'payoutTasks', make: async () => await task(await withdrawal('payout_sent'), 'waiting') },
  'a payout that needs approval': { lane: 'approvals', make: async () => await approval('pay_out', await orderIn('payout_pending')) },
  'a withdrawal that needs approval': {
    lane: 'approvals',
    make: async () => await approval('release_withdrawal', await withdrawal('payout_pending')),
  },
  'a wallet at its cap': { lane: 'approvals', make: async () => await approval('release_cap', 'SBERRUB') },
  'a proposed role': { lane: 'approvals', make: async () => await approval('change_role', randomUUID()) },
  'an alarm': { lane: 'incidents', make: async () => await incident('audit_failed') },
  'an undeliverable e-mail': { lane: 'incidents', make: async () => await incident('mail_undeliverable') },
  'a submitted card': { lane: 'cardChecks', make: async () => await card('pending') },
  'a claimed card': { lane: 'cardChecks', make: async () => await card('processing') },
  'a chat thread': { lane: 'chats', make: chat },
  'a withdrawal that failed': { lane: 'withdrawals', make: async () => await withdrawal('payout_failed') },
  'a stopped withdrawal': {
    lane: 'withdrawals',
    make: async () => await withdrawal('payout_pending', sql`is_stopped = true`),
  },
  'a withdrawal with an unknown result': {
    lane: 'withdrawals',
    make: async () => {
      const id = await withdrawal('payout_sent');
      await payoutOf({ withdrawal: id }, 'unknown');
      return id;
    },
  },
  'a bank line in suspense': { lane: 'bankLines', make: bankLine },
  'a review': { lane: 'reviews', make: review },
  'a merchant request': { lane: 'businessRequests', make: async () => await businessRequest('new') },
  'a claimed merchant request': { lane: 'businessRequests', make: async () => await businessRequest('in_review') },
  'a reserve request': { lane: 'reserveRequests', make: reserveRequest },
  'a webhook endpoint that the office paused': { lane: 'webhooks', make: async () => await pausedServer('office') },
};

const Subject = rowType({ subject: col.text });
const subjectsIn = async (lane: LaneName): Promise<string[]> => {
  const rows = WORK[lane].rows(world.deps, { now: world.deps.clock.now(), reader: null });
  return (await world.deps.db.many(Subject, sql`select w.subject::text as subject from (${rows}) w`)).map(({ subject }) => subject);
};
const countIn = async (lane: LaneName): Promise<number | undefined> => {
  const { lanes } = await countWork(world.deps, world.deps.db, WORK, { userId: randomUUID(), role: 'owner' });
  return lanes.find((one) => one.lane === lane)?.count;
};

const closeAll = async (): Promise<number> =>
  await admin(sql`update incidents set closed_at = ${now()}, note = '' where closed_at is null`);

describe('work that only an operator can continue', () => {
  test.each(Object.entries(CASES))(
    '%s is listed and counted in its lane, and raises an alarm when it is late',
    async (name, { lane, make, isAlarmedElsewhere }) => {
      // A proposal ends with its day
      const afterMs = lane === 'approvals' ? 23 * HOUR_MS : 28 * DAY_MS;
      const deps = { ...world.deps, clock: { ...world.deps.clock, now: () => world.deps.clock.now() + afterMs } };
      // Earlier items have raised their alarms, which were closed: an alarm from here on is the new item's
      await watchAllWork(deps);
      await closeAll();
      const before = (await countIn(lane)) ?? 0;
      const subject = await make();
      expect(await subjectsIn(lane)).toContain(subject);
      expect(await countIn(lane)).toBe(before + 1);
      const { alarm, alarmPer } = laneRule(lane);
      if (alarm === null || isAlarmedElsewhere) return;
      const lateNow = async (of: typeof deps) => (await findLateWork(of, of.db, WORK)).find((row) => row.lane === lane && row.is_late);
      if (!LATE_AT_ONCE.includes(name)) expect((await lateNow(world.deps))?.subjects ?? []).not.toContain(subject);
      expect((await lateNow(deps))?.subjects).toContain(subject);
      await watchAllWork(deps);
      expect(await listOpenSubjects(world.deps.db, alarm)).toContain(alarmPer === 'lane' ? lane : subject);
    },
  );

  test('is in a lane, or in a state that ends without an operator, for every state of every table', async () => {
    const Column = rowType({ at: col.text, words: col.nullable(col.text) });
    const columns = await world.deps.db.many(
      Column,
      sql`
      select c.table_name || '.' || c.column_name as at, (
        select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.contype = 'c' and k.conrelid = format('public.%I', c.table_name)::regclass
          and pg_get_constraintdef(k.oid) like '%CHECK ((' || c.column_name || ' = ANY (ARRAY[%' limit 1) as words
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name in ('state', 'status') and c.data_type = 'text'`,
    );
    const covered = LANE_NAMES.flatMap((name) => Object.entries(WORK[name].covers));
    const known = new Map<string, Set<string>>();
    for (const [at, states] of [...Object.entries(ENDED_BY).map(([at, by]) => [at, Object.keys(by)] as const), ...covered])
      known.set(at, new Set([...(known.get(at) ?? []), ...states]));
    for (const { at, words } of columns) {
      const states = words === null ? UNCHECKED[at] : [...words.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? '');
      expect([at, [...(known.get(at) ?? [])].toSorted()]).toEqual([at, [...(states ?? [])].toSorted()]);
    }
  });

  test('raises an alarm when unclaimed at half of its promised time, and again at the end of that time', async () => {
    const promise = await world.deps.db.one(
      rowType({ minutes: col.number }),
      sql`select eta_minutes as minutes from directions where income_code = 'USDTTRC20' and outcome_code = 'SBERRUB'`,
    );
    await admin(sql`update payout_tasks set state = 'failed'`);
    const order = await world.order();
    await world.deposit(order);
    await world.drain();
    expect((await world.read(order.id)).status).toBe('payout_sent');
    // The direction's new promise does not apply to this order
    await admin(sql`update directions set eta_minutes = eta_minutes * 10`);
    const calls = async () => {
      await watchAllWork(world.deps);
      const open = async (kind: 'queue_due' | 'queue_late') => (await listOpenSubjects(world.deps.db, kind)).includes('payoutTasks');
      return { early: await open('queue_due'), late: await open('queue_late') };
    };
    expect(await calls()).toEqual({ early: false, late: false });
    await world.pass((promise.minutes * MINUTE_MS) / 2);
    expect(await calls()).toEqual({ early: true, late: false });
    await admin(sql`update payout_tasks set state = 'taken', taken_by = ${await user('cashier')} where subject_id = ${order.id}`);
    expect(await calls()).toEqual({ early: false, late: false });
    await world.pass((promise.minutes * MINUTE_MS) / 2);
    expect(await calls()).toEqual({ early: false, late: true });
    await admin(sql`update payout_tasks set state = 'sent' where subject_id = ${order.id}`);
    expect(await calls()).toEqual({ early: false, late: false });
    await admin(sql`update directions set eta_minutes = eta_minutes / 10`);
  });

  test('excludes orders that wait for their customer: for a picture of the card, or for another destination', async () => {
    const withoutWork = await orderIn('awaiting_verification');
    const failedPayout = await orderIn('payout_failed');
    await admin(sql`
      insert into destination_requests (id, order_id, note, recipient, asked_at, expires_at)
      values (${randomUUID()}, ${failedPayout}, '', 'a@example.com', now(), now() + interval '1 day')`);
    const waiting = await subjectsIn('queue');
    expect([withoutWork, failedPayout].filter((id) => waiting.includes(id))).toEqual([]);
    await admin(sql`update destination_requests set expires_at = now() where order_id = ${failedPayout}`);
    expect(await subjectsIn('queue')).toContain(failedPayout);
  });

  test('includes only webhook endpoints that the office paused, while they have waiting events', async () => {
    const others = [await pausedServer('owner'), await pausedServer('failing')];
    const own = await pausedServer('office');
    expect((await subjectsIn('webhooks')).filter((id) => [...others, own].includes(id))).toEqual([own]);
    await admin(sql`update webhook_deliveries set state = 'delivered' where endpoint_id = ${own}`);
    expect(await subjectsIn('webhooks')).not.toContain(own);
  });

  test('is counted for the roles that can act, and a proposal is not counted for its author', async () => {
    const of = async (role: string, userId: string = randomUUID()) => await countWork(world.deps, world.deps.db, WORK, { userId, role });
    const names = async (role: string) => (await of(role)).lanes.map(({ lane }) => lane);
    expect(await names('cashier')).toEqual(expect.arrayContaining(['queue', 'payoutTasks', 'bankLines']));
    expect(await names('verifier')).not.toContain('payoutTasks');
    expect(await names('content')).toEqual(['reviews']);
    // Readers of payments see the count; only operators who can match payments are notified
    await bankLine();
    const ofTreasurer = await of('treasurer');
    expect(ofTreasurer.lanes.find(({ lane }) => lane === 'bankLines')?.count).toBeGreaterThan(0);
    const [reads, matches] = [await of('auditor'), await of('cashier')];
    await bankLine();
    expect((await of('auditor')).calling).toBe(reads.calling);
    expect((await of('cashier')).calling).toBe(matches.calling + 1);
    const owner = await user('owner');
    const [before] = (await of('owner', owner)).lanes.filter(({ lane }) => lane === 'approvals');
    await admin(sql`update approvals set proposed_by = ${owner}`);
    const [after] = (await of('owner', owner)).lanes.filter(({ lane }) => lane === 'approvals');
    expect([(before?.count ?? 0) > 0, after?.count]).toEqual([true, 0]);
  });
});
