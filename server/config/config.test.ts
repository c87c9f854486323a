import { describe, expect, it } from 'vitest';
import { ConfigError } from '#server/platform/errors.ts';
import { readConfig } from './config.ts';

const production = {
  MODE: 'production',
  SECRET_KEY: 'kT9w2Zc7Qp4Lx8Vb1Nf6Rj3Hs5Gd0Ym-uE',
  PUBLIC_URL: 'https://exchange.test',
  MAIL_URL: 'smtp://mail.test:25',
};

it('needs no variables on a laptop', () => {
  expect(readConfig({})).toMatchObject({
    mode: 'demo',
    role: 'all',
    port: 3000,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    rateLimits: 'on',
    databaseUrl: undefined,
  });
});

it('treats an empty variable as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', MODE: '' })).toMatchObject({ port: 3000, databaseUrl: undefined, mode: 'demo' });
});

it.each([
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['MODE', 'prod'],
  ['ROLE', 'worker'],
  ['DATABASE_URL', 'mysql://x/y'],
  ['DATABASE_DIRECT_URL', 'postgres://h/db'],
  ['PUBLIC_URL', 'ftp://x'],
  ['PUBLIC_URL', 'https://x/y'],
  ['API_URL', 'shop.example'],
  ['API_URL', 'ftp://localhost/'],
  ['API_URL', '/api?x=1'],
  ['API_URL', '//elsewhere.example'],
  ['API_URL', '/\\elsewhere.example'],
  ['API_URL', 'http://user@localhost:3001'],
  ['API_URL', 'http://localhost:3001/#'],
  ['API_URL', 'http://127.0.0.1:3001'],
  ['API_URL', 'https://localhost:3001'],
  ['MAIL_URL', 'mail.example.org'],
  ['STORAGE_URL', 's3://bucket'],
  ['STORAGE_URL', 'https://canary:canary@host/bucket'],
  ['EVM_PAYOUT_KEY', '0x12'],
  ['EVM_XPUB', 'xprv'],
  ['EVM_TOKENS', 'USDTERC20'],
  ['RATE_LIMITS', 'no'],
  ['LOG_LEVEL', 'loud'],
  ['TRUSTED_PROXIES', 'nonsense'],
  ['TRUSTED_PROXIES', 'true'],
  ['TRUSTED_PROXIES', '10.0.0.1, 10.0.0.0/99'],
  ['TRUSTED_PROXIES', '1'],
  ['SECRET_KEY', 'short'],
  ['OWNER_EMAIL', 'owner'],
  ['OWNER_PASSWORD', 'alone-without-email'],
])('stops the start at %s=%s with the reason', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}.* (must|go|not supported|is not)`));
});

it.each([
  [{}, undefined],
  [{ API_URL: '/' }, undefined],
  [{ API_URL: '/base/' }, '/base'],
  [{ API_URL: 'http://localhost:3000' }, undefined],
  [{ API_URL: 'http://localhost:3000/base' }, '/base'],
  [{ API_URL: 'http://localhost:3001/' }, 'http://localhost:3001'],
  [{ API_URL: 'https://shop.example:8443/base/', PUBLIC_URL: 'https://shop.example' }, 'https://shop.example:8443/base'],
])('pages of %j put %s before the paths of the API', (variables, base) => {
  expect(readConfig(variables).apiUrl).toBe(base);
});

it('names every wrong variable at once and never a value', () => {
  const read = () => readConfig({ PORT: 'x', MODE: 'y', EVM_PAYOUT_KEY: 'canary-key' });
  expect(read).toThrow(/PORT[\s\S]*EVM_PAYOUT_KEY|MODE[\s\S]*PORT/);
  expect(read).not.toThrow(/canary/);
});

describe('production', () => {
  it('starts if everything is configured', () => {
    expect(readConfig(production)).toMatchObject({ mode: 'production', publicUrl: 'https://exchange.test', host: '0.0.0.0' });
  });

  it('starts with only a secret, reachable from its own machine alone', () => {
    const alone = readConfig({ MODE: 'production', SECRET_KEY: production.SECRET_KEY });
    expect(alone).toMatchObject({ publicUrl: 'http://localhost:3000', host: 'localhost', mailUrl: undefined, rateSources: [] });
  });

  it.each([
    [{ SECRET_KEY: undefined }, 'SECRET_KEY is required'],
    [{ SECRET_KEY: 'kT9w2Zc7' }, 'SECRET_KEY must have at least 32'],
    [{ SECRET_KEY: 'changeme-changeme-changeme-changeme' }, 'SECRET_KEY looks like a placeholder'],
    [{ SECRET_KEY: 'a'.repeat(40) }, 'SECRET_KEY looks like a placeholder'],
    [{ OWNER_EMAIL: 'o@exchange.test', OWNER_PASSWORD: 'kT9w2Zc7' }, 'OWNER_PASSWORD must have at least 12'],
    [{ OWNER_EMAIL: 'o@exchange.test', OWNER_PASSWORD: 'Password1234567' }, 'OWNER_PASSWORD looks like'],
    [{ PUBLIC_URL: undefined, ROLE: 'web' }, 'PUBLIC_URL is required'],
    [{ PUBLIC_URL: 'http://exchange.test' }, 'PUBLIC_URL must be https'],
    [{ RATE_LIMITS: 'off' }, 'RATE_LIMITS must be on'],
    [{ MAIL_URL: undefined, ROLE: 'jobs' }, 'MAIL_URL is required'],
  ])('refuses %j', (change, reason) => {
    expect(() => readConfig({ ...production, ...change })).toThrow(reason);
  });
});

describe('roles', () => {
  const secrets = {
    MAIL_URL: 'smtp://shop:canary-mail@mail.test:25',
    EVM_RPC_URL: 'https://node.test',
    EVM_PAYOUT_KEY: `0x${'ca'.repeat(32)}`,
    OWNER_EMAIL: 'owner@exchange.test',
    OWNER_PASSWORD: 'canary-owner-9x',
  };

  it.each([
    ['web', ['canary-mail', secrets.EVM_PAYOUT_KEY]],
    ['jobs', ['canary-owner-9x']],
  ])('%s keeps no secret of another role, whatever is configured', (role, others) => {
    const config = JSON.stringify(readConfig({ ...secrets, ROLE: role }));
    expect(others.filter((secret) => config.includes(secret))).toEqual([]);
    const whole = JSON.stringify(readConfig({ ...secrets, ROLE: 'all' }));
    expect(others.filter((secret) => !whole.includes(secret))).toEqual([]);
  });

  it('web needs no secret of other roles and ignores a wrong one', () => {
    const { MAIL_URL: _, ...without } = production;
    expect(readConfig({ ...without, ROLE: 'web' })).toMatchObject({ role: 'web', mailUrl: undefined });
    expect(readConfig({ ...without, ROLE: 'web', MAIL_URL: 'nonsense', EVM_PAYOUT_KEY: 'nonsense' }).evm).toBeUndefined();
  });

  it('jobs and all refuse to start without their own secrets', () => {
    expect(() => readConfig({ ...production, ROLE: 'jobs', MAIL_URL: undefined })).toThrow('MAIL_URL is required');
    for (const ROLE of ['jobs', 'all']) {
      expect(() => readConfig({ ...secrets, ROLE, EVM_PAYOUT_KEY: 'nonsense' })).toThrow('EVM_PAYOUT_KEY must be');
    }
  });
});

it('uses reCAPTCHA if it or one of its keys is set, and proof of work otherwise', () => {
  const url = 'https://www.google.com';
  expect(readConfig({}).recaptcha).toBeUndefined();
  expect(readConfig({ RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: 'secret' }).recaptcha).toEqual({
    siteKey: 'site',
    secret: 'secret',
    url,
  });
  expect(readConfig({ RECAPTCHA_SITE_KEY: 'site' }).recaptcha).toEqual({ siteKey: 'site', secret: undefined, url });
  expect(readConfig({ CAPTCHA: 'recaptcha' }).recaptcha).toEqual({ siteKey: undefined, secret: undefined, url });
  expect(readConfig({ CAPTCHA: 'proof_of_work', RECAPTCHA_SITE_KEY: 'site' }).recaptcha).toBeUndefined();
});

describe('sign-in providers', () => {
  const google = { SIGN_IN_PROVIDERS: 'google', OIDC_GOOGLE_CLIENT_ID: 'id', OIDC_GOOGLE_CLIENT_SECRET: 'canary' };

  it('are found by known name or by issuer', () => {
    const own = { OIDC_OUR_HOUSE_ISSUER: 'https://id.example.org', OIDC_OUR_HOUSE_CLIENT_ID: 'x', OIDC_OUR_HOUSE_NAME: 'Our house' };
    const { signInProviders } = readConfig({ ...google, ...own, SIGN_IN_PROVIDERS: 'google, our-house' });
    expect(signInProviders).toMatchObject([
      { id: 'google', name: 'Google', issuer: 'https://accounts.google.com', clientSecret: 'canary', isEmailTrusted: true },
      { id: 'our-house', name: 'Our house', issuer: 'https://id.example.org', clientSecret: undefined, isEmailTrusted: false },
    ]);
    expect(readConfig({ ...google, ROLE: 'jobs' }).signInProviders).toEqual([]);
  });

  it.each([
    [{ SIGN_IN_PROVIDERS: 'google' }, 'OIDC_GOOGLE_CLIENT_ID'],
    [{ SIGN_IN_PROVIDERS: 'own', OIDC_OWN_CLIENT_ID: 'x' }, 'OIDC_OWN_ISSUER'],
    [{ ...production, SIGN_IN_PROVIDERS: 'own', OIDC_OWN_CLIENT_ID: 'x', OIDC_OWN_ISSUER: 'http://id.example.org' }, 'OIDC_OWN_ISSUER'],
    [{ SIGN_IN_PROVIDERS: '../x' }, 'SIGN_IN_PROVIDERS'],
  ])('that are half configured stop the start: %j', (variables, name) => expect(() => readConfig(variables)).toThrow(name));
});
