import { raw, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#core/time.ts';
import { chainAudit } from '#server/audit-log/chain-audit.ts';
import { verifyAudit } from '#server/audit-log/verify-audit.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { createKey } from '#server/partners/manage-keys.ts';
import { createEndpoint } from '#server/webhooks/manage-endpoints.ts';
import { pendingApprovals } from '#tests/make/approve.ts';
import { orderOf } from '#tests/make/referred-customer.ts';
import { addToPool } from '#tests/make/pool.ts';
import { eraseDue } from './erase-account.ts';
import { closeAccount, insertErasure } from './erase-store.ts';
import { endpointsWithFreeText, findTextInDatabase } from '#tests/make/office-texts.ts';
import {
  act,
  closeDesk,
  customer,
  customerId,
  failedPayout,
  failedRefund,
  friend,
  idOf,
  insert,
  now,
  openAuditDesk,
  order,
  owner,
  paid,
  say,
  second,
  versionOf,
  withdrawal,
  world,
  type OfficeResponse,
} from '#tests/make/word-desk.ts';

const CANARY = 'canary-7731';
/** Where staff texts may remain after an erasure, and why. */
const STAYS: Readonly<Record<string, string>> = {
  'blacklist_entries.note': 'an erasure lets nobody in again who is kept out (decision 0079)',
  'blacklist_entries.end_note': 'stands with its entry',
};

/** Calls without customer data; a closed bank line belongs to no known customer. */
const OF_THE_SHOP =
  `officeChangeRole officeDisableColleague officeSaveText officePreviewText officeTryText officePostReserve officeChangeLimits
  officeSwitchOn officePublishNotice officeReviseNotice officeAddToPool officeChangePoolRules officeChangePoolTarget officeChangePoolState
  officeReadStatement officeImportStatement officeMatchBankLine officeSplitBankLine officeUnmatchBankLine officeEndBankLine
  officeApplyPlan officePreviewPlan officeSubmitChange officeRollBackChange officeCancelChange
  officeCloseShift officeConfirmPrice officeChooseRateSources officeCreateCannedReply officeChangeCannedReply officeSaveContent
  officeReviewContent officePublishContent officeSaveSupportSettings`.split(/\s+/);
/** A text with a file is stored like a text without one. */
const LIKE_ANOTHER = ['officeSendChatFile'];

beforeAll(openAuditDesk);
afterAll(closeDesk);

type Deeds = Readonly<Record<string, (words: string) => Promise<OfficeResponse>>>;

/** Orders and operators' actions on them. */
const OF_ORDERS: Deeds = {
  officeAddNote: async (note) => await say(`orders/${await order()}/notes`, { note }),
  officeNoteCustomer: async (note) => await say(`orders/${await order()}/customer_notes`, { note, audience: 'office' }),
  officeWriteToCustomer: async (text) => await say(`orders/${await order()}/messages`, { text }),
  officeResendLink: async (note) => await act(await order(), 'links', { email: 'new@example.org', note }),
  officeExtendOrder: async (note) => await act(await order(), 'extensions', { minutes: 30, with_rate: false, note }),
  officeMoveOrder: async (note) => await act(await order(), 'moves', { move: 'call_off', note }),
  officeRecordObservation: async (note) => await act(await order(), 'observations', { amount: '100', reference: 'bank-1', note }),
  async officeTakeOverOrder(note) {
    const id = await order();
    await say(`orders/${id}/claim`, {}, second);
    return await say(`orders/${id}/take_over`, { holder: 'second', note });
  },
  async officeReturnSurplus(note) {
    const id = await paid();
    for (const one of ['second', 'third']) await world.deposit(await world.read(id), { externalId: `${one}-${id}`, amount: 600_000_000n });
    await world.drain();
    return await act(id, 'surplus_returns', { note });
  },
  async officeCloseIncident(note) {
    const id = await order();
    await world.deps.db.tx(async (tx) => await raiseIncident(world.deps, tx, { kind: 'destination_corrected', subject: id, detail: {} }));
    return await say(`incidents/${await idOf(sql`select id::text from incidents where subject = ${id}`)}/close`, { note });
  },
  officeApprove: async (note) => await decide('approve', note),
  officeDecline: async (note) => await decide('decline', note),
};

/** One operator proposes an action on an order, another decides. */
async function decide(verb: 'approve' | 'decline', note: string): Promise<OfficeResponse> {
  const id = await order();
  await act(id, 'links', { email: 'newer@example.org', note: 'x' });
  const [row] = await pendingApprovals(second, id);
  return await say(`approvals/${row?.id}/${verb}`, { hash: row?.attributes.hash ?? '', note }, second);
}

/** The task of the customer's newest order or withdrawal. */
const taskOf = async (subject: string) => await idOf(sql`select reference::text as id from payout_tasks where subject_id = ${subject}`);
async function takenOver(subject: string, words: string): Promise<string> {
  const task = await taskOf(subject);
  await say(`payout_tasks/${task}/take`, {}, second);
  const over = await say(`payout_tasks/${task}/take`, { take_over_note: words, former_said: 'unknown' });
  expect(over.status).toBe(200);
  return task;
}

/** Manual payouts. */
const BY_PEOPLE: Deeds = {
  async officeReleasePool(reason) {
    const requisite = await addToPool(world.deps, world.roubles, { values: { account: '40000000001234' } });
    const id = await order({
      payment_system_from_id: 'SBERRUB',
      payment_system_to_id: 'USDTTRC20',
      income_requisites: { account: 'his-account' },
      outcome_requisites: { address: 'his-wallet-1' },
    });
    return await say(`pool_requisites/${requisite}/release`, { order_id: id, reason });
  },
  async officeTakeTask(words) {
    await takenOver(await withdrawal(), words);
    const task = await taskOf(await paid());
    await say(`payout_tasks/${task}/take`, {}, second);
    return await say(`payout_tasks/${task}/take`, { take_over_note: words, former_said: 'not_sent' });
  },
  officeMarkTaskNotSent: async (note) => await say(`payout_tasks/${await takenOver(await paid(), note)}/not_sent`, { note }),
  async officeEndTask(reason) {
    for (const subject of [await withdrawal(), await paid()]) {
      const task = await taskOf(subject);
      await say(`payout_tasks/${task}/take`, {});
      const ended = await say(`payout_tasks/${task}/end`, { outcome: 'failed', reference: '', amount: '', reason });
      expect(ended.status).toBe(200);
    }
    await world.tell();
    await world.drain();
    const left = await paid();
    const task = await taskOf(left);
    await say(`payout_tasks/${task}/take`, {});
    const wrong = { outcome: 'failed', reference: '', amount: '', reason, is_destination_wrong: true };
    return await say(`payout_tasks/${task}/end`, wrong);
  },
};

/** A withdrawal with a payout of unknown result. */
async function unknownWithdrawal(words: string) {
  world.rail.script.push({ outcome: 'unknown', reason: 'no answer' });
  const id = await withdrawal();
  const payout = await idOf(sql`select id::text from payouts where withdrawal_id = ${id}`);
  await world.pass(HOUR_MS);
  const outcomeInput = { outcome: 'not_sent', reference: 'case 7', note: words, amount: '270' };
  return { id, ended: await say(`withdrawals/${id}/payouts/${payout}/end`, outcomeInput) };
}
/** A payout that an operator has taken by hand. */
async function takenByHand(): Promise<{ readonly id: string; readonly payout: string }> {
  const id = await failedPayout();
  await act(id, 'payouts/take', { purpose: 'payout' });
  return { id, payout: await idOf(sql`select id::text from payouts where order_id = ${id} order by attempt desc limit 1`) };
}

/** Automatic payouts that operators end, correct or take. */
const OF_THE_MACHINE: Deeds = {
  async officeGiveBackPayout(note) {
    const { id, payout } = await takenByHand();
    const given = await act(id, `payouts/${payout}/give_back`, { note });
    await world.drain();
    return given;
  },
  async officeEndPayout(note) {
    const { id, payout } = await takenByHand();
    const { outcomeAmount } = await world.read(id);
    return await act(id, `payouts/${payout}/end`, { outcome: 'sent', reference: 'b-1', note, amount: String(outcomeAmount / 100n) });
  },
  officeAskDestination: async (note) => await act(await failedPayout(), 'payout_destination/ask', { note }),
  officeCorrectDestination: async (note) =>
    await act(await failedPayout(), 'payout_destination', { requisites: { account: 'another' }, note }),
  officeAskRefundDestination: async (note) => await act(await failedRefund(), 'refund_destination/ask', { note }),
  officeSetRefundDestination: async (note) =>
    await act(await failedRefund(), 'refund_destination', { refund_requisites: { address: 'another-wallet' }, note }),
  officeEndWithdrawalPayout: async (note) => (await unknownWithdrawal(note)).ended,
  async officeMoveWithdrawal(note) {
    const { id } = await unknownWithdrawal(note);
    return await say(`withdrawals/${id}/moves`, { move: 'return_to_purse', note, version: await versionOf(`withdrawals/${id}`) });
  },
  async officeDecideReview(text) {
    const id = await review(await paid());
    return await say(`reviews/${id}/decide`, { decision: 'declined', reason: 'off_topic', text, version: 1 });
  },
  async officeAnswerReview(text) {
    const id = await review(await paid());
    await say(`reviews/${id}/decide`, { decision: 'published', version: 1 });
    const answered = await say(`reviews/${id}/answer`, { text, version: 2 });
    await say(`reviews/${id}/answer`, { text: 'Thank you', version: 3 });
    return answered;
  },
};
const review = async (orderId: string) => {
  const observationInput = {
    order_id: orderId,
    rating: 3,
    body: 'so so',
    locale: 'ru',
    state: 'pending',
    version: 1,
    written_at: now(),
    changed_at: now(),
  };
  return await insert('reviews', observationInput);
};

const LISTING = { reason: 'fraud', ends_at: null };
/** The customer, the customer's balance and API keys. */
const OF_PEOPLE: Deeds = {
  async officeSetCustomerLimits(note) {
    const limits = { order_usd: 100, day_usd: null, month_usd: null, version: 0, note };
    return await say(`customers/${await customerId(customer.id)}/limits`, limits);
  },
  officeNoteOnCustomer: async (note) => await say(`customers/${await customerId(customer.id)}/notes`, { note, audience: 'office' }),
  officeSignOutCustomer: async (note) => await say(`customers/${await customerId(customer.id)}/sign_out`, { note }),
  officeListTrace: async (note) =>
    await say(`customers/${await customerId(customer.id)}/blacklist_entries`, { trace: 'email', note, ...LISTING }),
  officeAddToBlacklist: async (note) =>
    await say('blacklist_entries', { kind: 'email', value: 'anna.second@example.org', note, ...LISTING }),
  async officeEndBlacklistEntry(note) {
    await say('blacklist_entries', { kind: 'email', value: 'anna.third@example.org', note, ...LISTING });
    return await say(`blacklist_entries/${await idOf(sql`select id::text from blacklist_entries order by made_at desc, id limit 1`)}/end`, {
      note,
    });
  },
  async officeJudgePair(note) {
    await orderOf(world, friend);
    return await say(`customers/${await customerId(customer.id)}/pairs`, { other: friend.email, verdict: 'unrelated', note });
  },
  officeTakeBackPair: async (note) =>
    await say(`customers/${await customerId(friend.id)}/pairs/${await customerId(customer.id)}/take_back`, { note }),
  officeGrantBonus: async (note) => await say('bonuses', { email: customer.email, amount: '1', note }),
  async officeReverseEarning(note) {
    return await say(
      `earnings/${await idOf(sql`select id::text from earnings where user_id = ${customer.id} and kind = 'bonus'`)}/reverse`,
      { note },
    );
  },
  async officeStopReferralPair(note) {
    const came = {
      referrer_id: friend.id,
      user_id: customer.id,
      bound_by: 'registration',
      bound_at: now(),
      is_firm: true,
      clicked_at: now(),
    };
    return await say(`referral_pairs/${await insert('referrals', came)}/stop`, { note });
  },
  async officeSetPartnerQuotas(note) {
    await programs();
    const quotas = { requests_per_minute: 10, orders_per_day: null, open_orders: null, reserve_percent: null };
    return await owner.send('PUT', `/api/office/v1/partners/${customer.id}/quotas`, { ...quotas, version: 1, note });
  },
  officeSetPartnerShare: async (note) => await say(`partners/${customer.id}/share`, { share_percent: '1', note }),
  officeSuspendPartner: async (note) => await say(`partners/${customer.id}/suspend`, { note }),
  officeResumePartner: async (note) => await say(`partners/${customer.id}/resume`, { note }),
  async officeRevokePartnerKey(note) {
    return await say(`partners/${customer.id}/revoke_key`, {
      key_id: await idOf(sql`select id from partner_keys where user_id = ${customer.id}`),
      note,
    });
  },
  async officePauseWebhook(note) {
    return await say(`webhooks/${await idOf(sql`select id::text from webhook_endpoints where user_id = ${customer.id}`)}/pause`, { note });
  },
};
async function programs(): Promise<void> {
  const { id: userId } = customer;
  await world.deps.db.tx(async (tx) => {
    await createKey(world.deps, tx, { userId, name: 'server', mode: 'live', scopes: ['orders:read'], networks: [] });
    await createEndpoint(world.deps, tx, { userId, mode: 'live', url: 'https://hooks.partner-shop.com/', topics: [] });
  });
}

/** The customer's requests, documents and messages. */
const OF_REQUESTS: Deeds = {
  async officeDecideBusinessRequest(words) {
    const requestInput = {
      email: customer.email,
      mailbox: customer.email,
      url: 'https://shop.example',
      monthly_turnover: '1',
      asked_at: now(),
      changed_at: now(),
    };
    const id = await insert('business_requests', { ...requestInput, locale: 'ru', user_id: customer.id, state: 'new' });
    return await say(`business_requests/${id}/decide`, { state: 'declined', reason: words, note: words, version: 1 });
  },
  async officeCancelReserveRequest(note) {
    const reserveRequest = {
      email: customer.email,
      mailbox: customer.email,
      outcome_code: 'SBERRUB',
      amount: 1,
      asked_at: now(),
      said_at: now(),
    };
    return await say(
      `reserve_requests/${await insert('reserve_requests', { ...reserveRequest, locale: 'ru', user_id: customer.id, state: 'open' })}/cancel`,
      { note },
    );
  },
  async officeRejectCard(words) {
    const shown = {
      user_id: customer.id,
      card_fingerprint: '\\x01',
      card_masked: '4081•••4312',
      card_sealed: '\\x01',
      name: 'A',
      picture_key: 'k',
    };
    const cardRow = { ...shown, issuing_bank_id: 'other', state: 'pending', created_at: now(), picture_secret_sealed: '\\x01' };
    const id = await insert('card_verifications', cardRow);
    await say(`card_verifications/${id}/take`, {});
    return await say(`card_verifications/${id}/reject`, { reason: 'unspecified', words });
  },
  officeAnswerChat: async (text) => await say(`chat_threads/${await thread()}/messages`, { text, seen: 0 }),
  officeNoteChat: async (text) => await say(`chat_threads/${await thread()}/notes`, { text }),
};
const thread = async () =>
  await insert('chat_threads', { order_id: await paid(), state: 'answered', locale: 'ru', created_at: now(), last_at: now() });

/** Ends everything and erases the customer's data. */
async function erase(): Promise<void> {
  await world.pass(5 * DAY_MS);
  await world.database.adminDb.tx(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    // Closed orders and withdrawals: none waits for a decision
    for (const table of ['orders', 'withdrawals'])
      await tx.run(
        sql`update ${raw(table)} set status = 'cancelled'
          where user_id = ${customer.id} and status not in ('completed', 'refunded', 'rejected', 'payment_failed', 'expired')`,
      );
    await tx.run(
      sql`update orders set surplus_returned = received_amount - income_amount
        where status = 'completed' and received_amount > income_amount`,
    );
  });
  const [at, emailTo] = [new Date(world.deps.clock.now()), customer.email];
  await world.deps.db.tx(async (tx) => {
    await closeAccount(tx, customer.id, at);
    await insertErasure(tx, { id: world.deps.random.uuid(), userId: customer.id, emailTo, locale: 'ru', at, ordersDueAt: at });
  });
  await world.pass(DAY_MS);
  await eraseDue(world.deps);
}

/** Any rail that pays roubles. */
const payBy = (rail: string) => Object.assign(world.roubles, { rail });
const writtenTexts: string[] = [];
async function sayAll(commands: Deeds): Promise<void> {
  const refused: string[] = [];
  for (const [name, command] of Object.entries(commands)) {
    writtenTexts.push(name);
    const { status, errors } = await command(`${CANARY} by ${name}`);
    if (status >= 300) refused.push(`${name}: ${status} ${JSON.stringify(errors)}`);
  }
  expect(refused).toEqual([]);
}

test('an erasure destroys every text that staff wrote about the customer in any call, and the audit log stays verifiable', async () => {
  await sayAll(BY_PEOPLE);
  payBy('test');
  for (const commands of [OF_ORDERS, OF_THE_MACHINE, OF_REQUESTS, OF_PEOPLE]) await sayAll(commands);
  const all = [...writtenTexts, ...OF_THE_SHOP, ...LIKE_ANOTHER];
  expect(all.toSorted()).toEqual(endpointsWithFreeText().toSorted());
  await chainAudit(world.deps);
  expect(await verifyAudit(world.deps)).toEqual([]);
  expect((await findTextInDatabase(world.database.adminDb, CANARY)).length).toBeGreaterThan(10);
  expect(await world.audit()).toEqual([]);
  await erase();
  expect((await findTextInDatabase(world.database.adminDb, CANARY)).filter((column) => STAYS[column] === undefined)).toEqual([]);
  expect(await verifyAudit(world.deps)).toEqual([]);
}, 240_000);
