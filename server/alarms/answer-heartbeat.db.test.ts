import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HeartbeatAttributes } from '#contract/public/heartbeat.ts';
import { HEARTBEAT_VALID_MS } from '#core/staff/heartbeat.ts';
import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { createOffice, type Office } from '#tests/make/office.ts';
import { makeTempFolder } from '#tests/make/temp-folder.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { heartbeatRoutes, reportJobs } from './answer-heartbeat.ts';

let world: World;
let office: Office;
let site = '';
let script = '';
let now = Date.now();
/** What the watcher is answered. */
let page = '';
const proxy = http.createServer((_, response) => void response.end(page));
const clock = { now: () => now };

beforeAll(async () => {
  world = await createWorld();
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  site = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const { deps } = world;
  office = await createOffice(world, heartbeatRoutes({ ...deps, clock, settings: { ...deps.settings, publicUrl: site } }));
  const document = await readFile('docs/how-to/watch-from-outside.md', 'utf8');
  script = path.join(makeTempFolder('heartbeat'), 'check-heartbeat.mjs');
  await writeFile(script, /```js\n([^`]*(?:`\$\{[^`]*`[^`]*)*)```/.exec(document)?.[1] ?? '');
});
afterAll(async () => {
  proxy.close();
  await rm(path.dirname(script), { recursive: true });
  await office.close();
  await world.close();
});

const ask = async () => (await office.guest.send<HeartbeatAttributes>('GET', '/api/v1/heartbeat')).one.attributes;
/** The documented check on the answer as it is now. */
async function check(key: string): Promise<string> {
  page = JSON.stringify({ data: { attributes: await ask() } });
  return await checkPage(key);
}
const checkPage = async (key: string): Promise<string> =>
  await new Promise((resolve) => {
    execFile(process.execPath, [script, site, key], (error, output) => resolve(`${output.trim()} ${String(error?.code ?? 0)}`));
  });

test('a watcher is told the state, signed; forged and frozen answers fail the documented check', async () => {
  const { public_key: key, state, jobs_at } = await ask();
  expect([state, jobs_at]).toEqual(['jobs_late', null]);
  expect(await check(key)).toBe('jobs_late 1');

  await reportJobs({ db: world.deps.db, clock });
  now += 11 * SECOND_MS;
  expect(await check(key)).toBe('ok 0');
  const answer = await ask();
  const other = createSecrets('another secret of a shop, 32 characters').signingKey('heartbeat');
  expect(await checkPage(other.export({ format: 'jwk' }).x ?? '')).toBe('forged 1');
  const [head = '', body = '', signature = ''] = answer.signature.split('.');
  const forged = Buffer.from(body, 'base64url').toString().replace('"ok"', '"OK"');
  page = JSON.stringify({ data: { attributes: { signature: [head, Buffer.from(forged).toString('base64url'), signature].join('.') } } });
  expect(await checkPage(key)).toBe('forged 1');

  // An answer made so long ago that it is no longer valid
  now -= HEARTBEAT_VALID_MS + MINUTE_MS;
  await reportJobs({ db: world.deps.db, clock });
  expect(await check(key)).toBe('frozen 1');
});

test('one answer serves all callers for ten seconds, and an alarm that does not begin is told', async () => {
  now = Date.now() + 10 * MINUTE_MS;
  await reportJobs({ db: world.deps.db, clock });
  const first = await ask();
  expect(first.state).toBe('ok');
  await world.deps.db.tx((tx) => raiseIncident(world.deps, tx, { kind: 'clock_skew', subject: 'a server', detail: {} }));
  expect(await ask()).toEqual(first);
  now += 11 * SECOND_MS;
  expect(await ask()).toMatchObject({ state: 'alarms_late' });
});
