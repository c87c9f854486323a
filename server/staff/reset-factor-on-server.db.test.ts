import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { securityEmails } from '#server/security-emails/security-emails.ts';
import { createOffice, type Office } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { resetFactorOnServer } from './reset-factor-on-server.ts';

let world: World;
let office: Office;
beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, []);
});
afterAll(async () => {
  await office.close();
  await world.close();
});

test('a second factor reset on the server ends the sessions, is in the audit log, and is mailed to its owner', async () => {
  const { db } = world.deps;
  const owner = await office.person('owner');
  const { email } = await db.one(as<{ email: string }>(), sql`select email from users where id = ${owner.id}`);
  expect(await resetFactorOnServer(world.deps, email)).toBe(email);
  const news = await db.one(as<{ subject: string; topic: string }>(), sql`select subject, topic from mail_news where recipient = ${email}`);
  expect(news.topic).toBe('factor_reset_on_server');
  const composed = await securityEmails(world.deps).compose({ ...news, kind: 'security', version: 1, isPaid: false });
  expect(composed).toMatchObject({ to: email, email: { heading: 'security_letters.topic.factor_reset_on_server.heading' } });
  const { actor } = await db.one(as<{ actor: string }>(), sql`select actor_id as actor from audit_log where action = 'staff.reset_factor'`);
  expect(actor).toBe('server');
  expect(await resetFactorOnServer(world.deps, 'nobody@example.com')).toBeUndefined();
});
