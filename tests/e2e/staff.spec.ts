import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import { codeAt } from '#server/second-factors/totp.ts';
import { freePort, makeFolder, removeFolder, type RunningApp, startApp } from '#tests/make/process.ts';
import { expect, test } from './page-test.ts';
import { wordsOf } from './words.ts';

const OWNER = { email: 'owner@example.com', password: 'Correct horse 1' };
const t = wordsOf('en');

/** A separate shop in production mode: there a second factor is required. Passkeys need a host with a name. */
let app: RunningApp;
let url: string;
/** Received e-mails in their transfer encoding. */
const emails: string[] = [];
const post = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  authOptional: true,
  onAuth: (_auth, _session, done) => done(null, { user: 'shop' }),
  onData(stream, _session, done) {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      emails.push(Buffer.concat(parts).toString().replaceAll('=\r\n', ''));
      done();
    });
  },
});
const folder = makeFolder();

test.describe('staff accounts', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 });
  test.beforeAll(async () => {
    await new Promise<void>((resolve) => {
      post.listen(0, '127.0.0.1', () => resolve());
    });
    const { port: postPort } = post.server.address() as AddressInfo;
    const port = await freePort();
    url = `http://localhost:${port}`;
    app = await startApp({
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: folder,
      MODE: 'production',
      SECRET_KEY: 'kT9w2Zc7Qp4Lx8Vb1Nf6Rj3Hs5Gd0Ym-uE',
      OWNER_EMAIL: OWNER.email,
      OWNER_PASSWORD: OWNER.password,
      MAIL_URL: `smtp://shop:of-the-post@127.0.0.1:${postPort}`,
    });
  });
  test.afterAll(async () => {
    await app.stop();
    removeFolder(folder);
    await new Promise<void>((resolve) => post.close(() => resolve()));
  });

  async function givePassword(page: Page, { email, password }: typeof OWNER) {
    // A page that is just being left may interrupt the first try
    await expect(async () => await page.goto(`${url}/office`)).toPass();
    await page.getByLabel(t('office.sign_in.email')).fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.getByRole('button', { name: t('office.sign_in.submit') }).click();
  }

  /** Scans the QR code of the secret as an app would, and stores the codes. */
  async function enrolApp(page: Page): Promise<void> {
    await expect(page.getByRole('heading', { name: t('office_door.enrol.title') })).toBeVisible();
    const secret = ((await page.locator('.copied-value').textContent()) ?? '').replaceAll(' ', '');
    await page.getByLabel(t('office_door.enrol.first_code')).fill(codeAt(secret, Date.now()));
    await page.keyboard.press('Enter');
    await page.getByLabel(t('office_door.codes.kept')).check();
    await page.getByRole('button', { name: t('office_door.codes.done') }).click();
    await expect(page.locator('header.head')).toBeVisible();
  }

  test('an owner enrols an app and a passkey and signs in with it, invites a colleague who enrols and works, and removes access at once', async ({
    openContext,
  }) => {
    const context = await openContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const devices = await context.newCDPSession(page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    });
    await givePassword(page, OWNER);
    await enrolApp(page);
    await page.goto(`${url}/office/account`);
    await page.getByRole('button', { name: t('office_staff.factors.add_passkey') }).click();
    await page.getByRole('button', { name: t('office_door.enrol.make_passkey') }).click();
    await expect(page.getByText(/Passkey “/)).toBeVisible();
    await page.getByRole('button', { name: t('office.sign_out') }).click();
    // The page redirects to the sign-in automatically
    await expect(page.getByRole('heading', { level: 1, name: t('office.sign_in.title') })).toBeVisible();
    await page.waitForLoadState();
    await givePassword(page, OWNER);
    await page.getByRole('button', { name: t('office_door.instead.passkey') }).click();
    await page.getByRole('button', { name: t('office_door.submit.passkey') }).click();
    await expect(page.locator('header.head')).toBeVisible();
    await page.goto(`${url}/office/staff`);
    await page.getByRole('textbox', { name: t('office_staff.email') }).fill('anna@example.com');
    await page.getByRole('button', { name: t('office_staff.invite.send') }).click();
    await expect(page.getByText('anna@example.com')).toBeVisible();
    const link = () =>
      emails.map((email) => /http:\/\/localhost:\d+\/office\/invitation\/[\w.-]+/.exec(email)?.[0]).find((one) => one !== undefined);
    await expect.poll(link, { timeout: 20_000 }).toBeDefined();

    const anna = await (await openContext({ locale: 'en-GB', viewport: { width: 390, height: 844 } })).newPage();
    await anna.goto(link() ?? '');
    await anna.getByLabel(t('office_door.invitation.name')).fill('Anna');
    await anna.locator('input[name=password]').fill('Another horse 2');
    await anna.getByRole('button', { name: t('office_door.invitation.submit') }).click();
    await enrolApp(anna);

    await page.reload();
    await page.getByRole('link', { name: 'Anna' }).click();
    await page.getByRole('button', { name: t('office_staff.deed.disable.label') }).click();
    await page.getByLabel(t('office_staff.note')).fill('left the company');
    await page.getByRole('button', { name: t('office_staff.deed.disable.label') }).click();
    await expect(page.getByText(t('office_staff.state.disabled'))).toBeVisible();
    // The colleague's open page reacts without a reload
    await expect(anna.getByRole('heading', { name: t('office_door.again.title') })).toBeVisible({ timeout: 15_000 });
    await anna.goto(`${url}/office`);
    await expect(anna.getByRole('heading', { name: t('office.sign_in.title') })).toBeVisible();
    await givePassword(anna, { email: 'anna@example.com', password: 'Another horse 2' });
    await expect(anna.getByRole('alert')).toBeVisible();
  });
});
