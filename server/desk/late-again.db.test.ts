import { randomUUID } from 'node:crypto';
import { col, rowType, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AllSettings } from '#contract/office/shop/settings.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#core/time.ts';
import { alarmMails } from '#server/alarms/alarm-mails.ts';
import { ALARM_MAIL, sendAlerts } from '#server/alarms/send-alerts.ts';
import { sendTelegram } from '#server/alarms/send-telegram.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { defaultSettings } from '#server/shop/shop.ts';
import { createManualWorld, type ManualWorld } from '#tests/make/manual-world.ts';
import { watchAllWork } from '#tests/make/watch-work.ts';

const t = createTranslate();
const all: AllSettings = {
  ...defaultSettings(t),
  alarms: { telegram_chat: '-100500', emails: ['box@shop.test'], staff_by_mail: false, not_by_mail: [], not_by_telegram: [] },
};
const shop = { of: <Section extends keyof AllSettings>(section: Section): AllSettings[Section] => all[section] };

let world: ManualWorld;
beforeAll(async () => {
  world = await createManualWorld();
});
afterAll(async () => await world.abandon());
beforeEach(async () => {
  await world.database.adminDb.run(sql`delete from payout_tasks`);
  await watchAllWork(world.deps);
  await world.pass(SECOND_MS);
  await notifications();
});

/** A manual payout of an order in `payout_sent`, with its promised time. */
async function task(): Promise<string> {
  const { id } = await world.order();
  const now = new Date(world.deps.clock.now());
  await world.database.adminDb.run(sql`update orders set status = 'payout_sent', status_changed_at = ${now} where id = ${id}`);
  await world.database.adminDb.run(sql`
    insert into payout_tasks (reference, subject_id, payment_system_code, amount, destination_masked, state, asked_at)
    values (${randomUUID()}, ${id}, 'SBERRUB', 100, '{}', 'waiting', ${now})`);
  return id;
}
const pay = async (id: string) => await world.database.adminDb.run(sql`update payout_tasks set state = 'sent' where subject_id = ${id}`);
async function lateTask(): Promise<string> {
  const id = await task();
  await world.pass(DAY_MS);
  return id;
}

const AlarmState = rowType({ times: col.number, waiting: col.text, items: col.text, closed: col.bool });
const readAlarm = async () =>
  await world.deps.db.many(
    AlarmState,
    sql`
    select times, detail->>'waiting' as waiting, detail->>'items' as items, closed_at is not null as closed from incidents
    where kind = 'queue_late' and subject = 'payoutTasks' and cause_over_at is null order by first_at, closed_at`,
  );
const close = async () =>
  await world.database.adminDb.run(
    sql`update incidents set closed_at = ${new Date(world.deps.clock.now())}, note = 'seen' where closed_at is null`,
  );

const sent: string[] = [];
/** New notifications since the last call: lines of the lane in the chat, and e-mails to the shop. */
async function notifications() {
  const messenger = {
    async send(_chat: string, text: string) {
      sent.push(...text.split('\n').filter((line) => line.includes('Выплаты вручную')));
      return { outcome: 'sent' } as const;
    },
  };
  await Promise.all([sendAlerts({ ...world.deps, shop }), sendAlerts({ ...world.deps, shop })]);
  await sendTelegram({ ...world.deps, t, shop, messenger });
  const News = rowType({ subject: col.text });
  const news = await world.deps.db.many(News, sql`delete from mail_news where kind = ${ALARM_MAIL} returning subject`);
  const stories = await Promise.all(
    news.map(
      async ({ subject }) =>
        await alarmMails({ ...world.deps, t }).compose({ kind: ALARM_MAIL, subject, version: 1, topic: 'opened', isPaid: true }),
    ),
  );
  const emails = stories.filter((one) => one?.to === 'box@shop.test').map((one) => one?.email.lines[0]?.value);
  return { chat: sent.splice(0), emails: emails.filter((line) => line?.startsWith('Выплаты вручную')) };
}
const run = async () => {
  await Promise.all([watchAllWork(world.deps), watchAllWork(world.deps)]);
  return await notifications();
};
const alarmsSent = (count: number) => ({
  chat: [expect.stringContaining(`Выплаты вручную, ${String(count)} (`)],
  emails: [`Выплаты вручную, ${String(count)}`],
});
const NONE_SENT = { chat: [], emails: [] };

test('every item that becomes late alarms once, even if others are late already', async () => {
  const first = await lateTask();
  expect(await run()).toEqual(alarmsSent(1));
  expect(await run()).toEqual(NONE_SENT);
  const second = await lateTask();
  expect(await run()).toEqual(alarmsSent(2));
  expect(await run()).toEqual(NONE_SENT);
  expect(await readAlarm()).toEqual([{ times: 2, waiting: '2', items: `${first}, ${second}`, closed: false }]);
  await pay(first);
  expect(await run()).toEqual(NONE_SENT);
  expect(await readAlarm()).toEqual([{ times: 2, waiting: '1', items: second, closed: false }]);
});

test('an alarm closed by an operator is reopened by a new late item, not by the same ones', async () => {
  await lateTask();
  expect(await run()).toEqual(alarmsSent(1));
  await close();
  await world.pass(HOUR_MS);
  expect(await run()).toEqual(NONE_SENT);
  expect((await readAlarm()).map(({ closed }) => closed)).toEqual([true]);
  await lateTask();
  expect(await run()).toEqual(alarmsSent(2));
  expect((await readAlarm()).map(({ times, waiting, closed }) => [times, waiting, closed])).toEqual([
    [1, '1', true],
    [1, '2', false],
  ]);
});

test('an item that was paid and is late again alarms again', async () => {
  await lateTask();
  const second = await lateTask();
  expect(await run()).toEqual(alarmsSent(2));
  await pay(second);
  expect(await run()).toEqual(NONE_SENT);
  await world.database.adminDb.run(sql`update payout_tasks set state = 'waiting' where subject_id = ${second}`);
  expect(await run()).toEqual(alarmsSent(2));
});

test('a process whose clock is behind neither closes an alarm nor repeats it', async () => {
  await task();
  await world.pass(DAY_MS);
  const ahead = world.deps;
  const { now } = ahead.clock;
  expect(await run()).toEqual(alarmsSent(1));
  const behind = { ...ahead, clock: { ...ahead.clock, now: () => now() - SECOND_MS } };
  await world.database.adminDb.run(sql`update payout_tasks set state = 'sent'`);
  await watchAllWork(behind);
  await world.database.adminDb.run(sql`update payout_tasks set state = 'waiting'`);
  expect(await run()).toEqual(NONE_SENT);
});
