import { col, rowType, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AllSettings, SettingsOf } from '#contract/office/shop/settings.ts';
import type { IncidentKind } from '#core/staff/incident.ts';
import { HOUR_MS } from '#core/time.ts';
import type { Messenger, SendResult } from '#server/adapters/messengers/port.ts';
import { closeIncident } from '#server/incidents/office-routes.ts';
import { listOpenSubjects } from '#tests/make/list-open-subjects.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { defaultSettings, type Shop } from '#server/shop/shop.ts';
import { officeSettingsRoutes } from '#server/shop/office-routes.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { alarmMails } from './alarm-mails.ts';
import { ALARM_MAIL, sendAlerts } from './send-alerts.ts';
import { officeAlarmRoutes } from './office-routes.ts';
import { sendTelegram } from './send-telegram.ts';

const SETTINGS = '/api/office/v1/settings/alarms';
const TRY = '/api/office/v1/alarms/try';
const ALARM_SETTINGS: SettingsOf<'alarms'> = {
  telegram_chat: '-100500',
  emails: ['box@shop.test'],
  staff_by_mail: false,
  not_by_mail: ['clock_skew'],
  not_by_telegram: [],
};

const t = createTranslate();

let world: World;
let office: Office;
let owner: Person;
let shop: Shop;
const sent: string[] = [];
const answers: SendResult[] = [];
const messenger: Messenger = {
  async send(_chat, text) {
    const answer = answers.shift() ?? { outcome: 'sent' };
    if (answer.outcome === 'sent') sent.push(text);
    return answer;
  },
};

beforeAll(async () => {
  world = await createWorld();
  const all: AllSettings = { ...defaultSettings(t), alarms: ALARM_SETTINGS };
  shop = { of: (section) => all[section] };
  office = await createOffice(world, [...officeSettingsRoutes(world.deps), ...officeAlarmRoutes({ ...world.deps, shop })]);
  owner = await office.person('owner');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const raise = async (kind: IncidentKind, subject: string) =>
  await world.deps.db.tx(async (tx) => await raiseIncident(world.deps, tx, { kind, subject, detail: { secret: 'hidden' } }));
const pass = async () => {
  await Promise.all([sendAlerts({ ...world.deps, shop }), sendAlerts({ ...world.deps, shop })]);
  await sendTelegram({ ...world.deps, t, shop, messenger });
};
const mailsSent = async () => {
  const Row = rowType({ subject: col.text, recipient: col.text });
  const rows = await world.deps.db.many(Row, sql`select subject, recipient from mail_news where kind = ${ALARM_MAIL} order by recipient`);
  await world.deps.db.run(sql`delete from mail_news`);
  return rows;
};

test('an opened incident alarms once, by mail and in the chat, however often it is raised', async () => {
  const cashier = await office.person('cashier', 'till');
  await office.person('support', 'desk');
  await raise('payout_unknown', 'ref-1');
  await raise('payout_unknown', 'ref-1');
  await pass();
  await pass();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain('ref-1');
  expect(sent[0]).not.toContain('hidden');
  const emails = await mailsSent();
  expect(emails.map(({ recipient }) => recipient.replace(/-.*@/, '@'))).toEqual(['box@shop.test', 'owner@example.com', 'till@example.com']);
  const story = await alarmMails({ ...world.deps, t }).compose({
    kind: ALARM_MAIL,
    subject: emails[0]?.subject ?? '',
    version: 1,
    topic: 'opened',
    isPaid: true,
  });
  expect(story).toMatchObject({ to: 'box@shop.test', email: { lines: [{ value: 'ref-1' }, {}] } });
  expect(cashier.id).not.toBe('');
});

test('alarms excluded from mail go to the chat only; alarms about mail never go by mail', async () => {
  sent.length = 0;
  await raise('clock_skew', 'p1');
  await raise('mail_server_away', 'smtp');
  await pass();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain('p1');
  expect(sent[0]).toContain('smtp');
  expect(await mailsSent()).toEqual([]);
});

test('the alarm of a kind with a single subject shows no internal name', async () => {
  sent.length = 0;
  await raise('support_late', 'chats');
  await pass();
  expect(sent).toHaveLength(1);
  expect(sent[0]).not.toMatch(/: chats|: \(/);
  const [email] = await mailsSent();
  const event = { kind: ALARM_MAIL, subject: email?.subject ?? '', version: 1, topic: 'opened', isPaid: true };
  expect(await alarmMails({ ...world.deps, t }).compose(event)).toMatchObject({ email: { lines: [{}] } });
});

test('the alarm of a lane names it as the menu does', async () => {
  sent.length = 0;
  await raise('queue_late', 'payoutTasks');
  await pass();
  expect(sent[0]).toContain('Выплаты вручную');
});

test('a failing chat is retried, raises one incident by mail, and recovers', async () => {
  sent.length = 0;
  const away = { outcome: 'refused', reason: '400 chat not found' } as const;
  answers.push(away, away, away, away);
  await raise('books_differ', 'b1');
  await pass();
  await pass();
  expect(answers).toHaveLength(3);
  while (answers.length > 0) {
    await world.pass(HOUR_MS);
    await pass();
  }
  expect(await listOpenSubjects(world.deps.db, 'messenger_away')).toEqual(['telegram']);
  await world.pass(HOUR_MS);
  await pass();
  expect(sent.join()).toContain('b1');
  expect(await listOpenSubjects(world.deps.db, 'messenger_away')).toEqual([]);
  await mailsSent();
});

test('an operator chooses whether to get mails of lower importance; important ones are always sent', async () => {
  const OWN = '/api/office/v1/alarms/own';
  const auditor = await office.person('auditor', 'eye');
  expect((await auditor.send('GET', OWN)).one.attributes).toEqual({ by_mail: false });
  const treasurer = await office.person('treasurer', 'vault');
  expect((await treasurer.send('PUT', OWN, { by_mail: true })).one.attributes).toEqual({ by_mail: true });
  expect((await owner.send('PUT', OWN, { by_mail: false })).status).toBe(200);
  const mailed = async () =>
    (await mailsSent()).map(({ recipient }) => recipient.replace(/-.*@/, '@')).filter((one) => one !== 'box@shop.test');
  await raise('reserve_low', 'USDT');
  await pass();
  expect(await mailed()).toEqual(['vault@example.com']);
  await treasurer.send('PUT', OWN, { by_mail: false });
  await raise('reserve_low', 'LTC');
  await pass();
  expect(await mailed()).toEqual([]);
  await raise('audit_failed', 'sums');
  await pass();
  expect(await mailed()).toEqual(['eye@example.com', 'owner@example.com', 'vault@example.com']);
  expect((await (await office.person('customer')).send('PUT', OWN, { by_mail: true })).status).toBe(403);
});

test('an incident resolved before it was sent is not sent to the chat', async () => {
  sent.length = 0;
  await raise('clock_skew', 'gone');
  await sendAlerts({ ...world.deps, shop });
  const { id } = await world.deps.db.one(rowType({ id: col.text }), sql`select id from incidents where subject = 'gone'`);
  await world.deps.db.tx(async (tx) => await closeIncident(world.deps, tx, { id, note: 'seen', operatorId: owner.id }));
  await sendTelegram({ ...world.deps, t, shop, messenger });
  expect(sent).toEqual([]);
});

test('only the owner sets how alarms are sent; important ones cannot be excluded', async () => {
  const cashier = await office.person('cashier');
  expect((await cashier.send('PUT', SETTINGS, { ...ALARM_SETTINGS, version: 0 })).status).toBe(403);
  expect((await cashier.send('POST', TRY, {})).status).toBe(403);
  for (const field of ['not_by_mail', 'not_by_telegram'])
    expect((await owner.send('PUT', SETTINGS, { ...ALARM_SETTINGS, [field]: ['payout_unknown'], version: 0 })).status).toBe(422);
  expect((await owner.send('PUT', SETTINGS, { ...ALARM_SETTINGS, telegram_chat: 'no chat', version: 0 })).status).toBe(422);
  expect((await owner.send('PUT', SETTINGS, { ...ALARM_SETTINGS, version: 0 })).one.attributes).toMatchObject({
    version: 1,
    emails: ALARM_SETTINGS.emails,
  });
});

test('a test goes to the chat and to the operator, and shows its result', async () => {
  sent.length = 0;
  answers.length = 0;
  answers.push({ outcome: 'refused', reason: '403 blocked' });
  expect((await owner.send('POST', TRY, {})).one.attributes).toMatchObject({ sent_at: null, problem: null });
  await pass();
  expect((await owner.send('GET', TRY)).one.attributes).toMatchObject({ sent_at: null, problem: '403 blocked' });
  expect(await mailsSent()).toHaveLength(1);
  await world.pass(HOUR_MS);
  await pass();
  expect((await owner.send('GET', TRY)).one.attributes).toMatchObject({ problem: null, sent_at: expect.any(String) });
});
