import { sql } from '#server/platform/db/db.ts';
import { DAY_MS } from '#core/time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BusinessRequestAttributes } from '#contract/public/online-payments.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { noRateLimits } from '#server/platform/http/rate-limits.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { businessMails } from './business-mails.ts';
import { deleteOldRequests } from './module.ts';
import { officeBusinessRoutes, onlinePaymentRoutes } from './routes.ts';

const PATH = '/api/office/v1/business_requests';
const FORM = { email: 'shop@example.org', url: 'shop.example', monthly_turnover: '2 млн ₽', comment: '=cmd()\n<b>x</b>' };

let world: World;
let office: Office;
let support: Person;

beforeAll(async () => {
  world = await createWorld();
  const deps = { ...world.deps, limits: noRateLimits };
  office = await createOffice(world, [...onlinePaymentRoutes(deps), ...officeBusinessRoutes(world.deps)]);
  support = await office.person('support', 'Sonya');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

async function ask(fields: Readonly<Record<string, string>>, file?: Buffer) {
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  const head = Buffer.from(
    '--b\r\ncontent-disposition: form-data; name="attachment"; filename="../x.pdf"\r\ncontent-type: application/pdf\r\n\r\n',
  );
  const payload = Buffer.concat([...parts, ...(file === undefined ? [] : [head, file, Buffer.from('\r\n')]), Buffer.from('--b--\r\n')]);
  const answer = await office.test.app.inject({
    method: 'POST',
    url: '/api/v1/online_payments/request',
    headers: { accept: 'application/vnd.api+json', 'site-locale': 'en', 'content-type': 'multipart/form-data; boundary=b' },
    payload,
  });
  const { errors = [] } = JSON.parse(answer.body) as { errors?: { code: string; source?: { pointer?: string } }[] };
  const named = errors.map(({ code, source }) => `${code} ${source?.pointer?.split('/').at(-1)}`);
  return { status: answer.statusCode, code: errors[0]?.code, pointer: errors[0]?.source?.pointer, named };
}
const list = async (query = '') => (await support.send<BusinessRequestAttributes>('GET', `${PATH}?${query}`)).rows;
const decide = (id: string, body: object, person = support) => person.send<BusinessRequestAttributes>('POST', `${PATH}/${id}/decide`, body);
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n',
);

test('a merchant gets one mail a day, wrong fields are named, and a file is stored only without active content', async () => {
  expect((await ask(FORM)).status).toBe(201);
  expect((await ask({ ...FORM, email: 'SHOP@example.org' })).status).toBe(201);
  const emails = await world.deps.db.many(as<object>(), sql`select subject from mail_news where kind = 'business_request'`);
  expect(emails).toHaveLength(1);
  for (const [wrong, pointer] of [
    [{ email: 'x' }, 'email'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ monthly_turnover: ' ' }, 'monthly_turnover'],
  ] as const)
    expect((await ask({ ...FORM, ...wrong })).pointer).toBe(`/data/attributes/${pointer}`);
  // All errors are reported at once, and an empty field is not reported as invalid
  const { named } = await ask({ email: '', url: 'javascript:alert(1)', monthly_turnover: '' });
  expect(named.toSorted()).toEqual(['invalid_format url', 'required email', 'required monthly_turnover']);
  const active = Buffer.from(PDF.toString('latin1').replace('/Pages 2 0 R', '/Pages 2 0 R/OpenAction<</S/JavaScript/JS(x)>>'), 'latin1');
  for (const bad of [active, Buffer.from('<html><script>x</script>'), Buffer.from('GIF89a')])
    expect((await ask(FORM, bad)).code).toBe('invalid_file_type');
  // An empty chosen file is refused, not ignored
  expect(await ask(FORM, Buffer.alloc(0))).toMatchObject({ code: 'invalid_file_type', pointer: '/data/attributes/attachment' });
});

test('is decided once by two operators at once, and mailed with the reason; every view of its file is audited', async () => {
  expect((await ask({ ...FORM, email: 'file@example.org' }, PDF)).status).toBe(201);
  const [one] = await list('q=file%40example.org');
  expect(one?.attributes).toMatchObject({ state: 'new', has_file: true, url: 'https://shop.example', next: ['in_review', 'declined'] });
  const id = one?.id ?? '';
  // The mailbox may be a stranger's, so the mail repeats nothing else that was entered
  const emails = businessMails({ ...world.deps, t: createTranslate() });
  const receipt = await emails.compose({ kind: 'business_request', subject: id, version: 1, topic: 'new', isPaid: false });
  expect(receipt?.to).toBe('file@example.org');
  expect(JSON.stringify(receipt)).not.toContain('shop.example');
  expect((await decide(id, { state: 'approved', version: 1 })).error.code).toBe('order_state_conflict');
  expect((await decide(id, { state: 'in_review', note: 'ours', version: 1 })).one.attributes).toMatchObject({
    assigned_to: 'Sonya',
    version: 2,
  });
  expect((await decide(id, { state: 'declined', version: 2 })).error).toMatchObject({
    code: 'required',
    source: { pointer: '/data/attributes/reason' },
  });
  const both = await Promise.all([
    decide(id, { state: 'approved', version: 2 }),
    decide(id, { state: 'declined', reason: 'no site', version: 2 }),
  ]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const [ended] = await list('state=all&q=file%40example.org');
  const news = { kind: 'business_request', subject: id, version: 3, topic: ended?.attributes.state ?? '', isPaid: false };
  expect((await emails.compose(news))?.to).toBe('file@example.org');
  expect((await decide(id, { note: 'x', version: 3 }, await office.person('auditor'))).error.code).toBe('access_denied');
  // Not audited: nothing is disclosed
  expect((await support.send('HEAD', `${PATH}/${id}/attachment`)).status).toBe(200);
  const seen = await support.send('GET', `${PATH}/${id}/attachment`);
  expect(seen.raw.equals(PDF)).toBe(true);
  expect(seen.headers['content-disposition']).toContain('attachment');
  const stored = await world.deps.db.one(as<{ file: Buffer }>(), sql`select file from business_requests where id = ${id}`);
  expect(stored.file.includes('%PDF')).toBe(false);
  const actions = await world.deps.db.many(
    as<{ action: string }>(),
    sql`select action from audit_log where subject_id = ${id} order by at`,
  );
  expect(actions.map(({ action }) => action)).toEqual([
    'business_request.in_review',
    `business_request.${ended?.attributes.state}`,
    'business_request.view',
  ]);
});

test('a request is deleted with its file half a year after the decision, or after a year without a change', async () => {
  for (const email of ['young@example.org', 'decided@example.org', 'untouched@example.org']) await ask({ ...FORM, email }, PDF);
  const now = world.deps.clock.now();
  const age = async (email: string, state: string, days: number) =>
    await world.deps.db.run(
      sql`update business_requests set state = ${state}, changed_at = ${new Date(now - days * DAY_MS)} where email = ${email}`,
    );
  await age('young@example.org', 'new', 364);
  await age('decided@example.org', 'declined', 181);
  await age('untouched@example.org', 'in_review', 366);
  await deleteOldRequests(world.deps);
  const left = await list('state=all&sort=asked_at&per=100');
  expect(left.map(({ attributes }) => attributes.email)).toContain('young@example.org');
  expect(left.map(({ attributes }) => attributes.email)).not.toContain('decided@example.org');
  expect(left.map(({ attributes }) => attributes.email)).not.toContain('untouched@example.org');
});
