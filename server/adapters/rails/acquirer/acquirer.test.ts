import { createHash, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { descriptionFromDocs } from '#tests/make/acquirer-dialects.ts';
import { checkSettings, secretsOf } from './check-settings.ts';
import { readDocument } from './document.ts';
import { readAmount, readPayment, readPayments, writeAmount } from './read-payment.ts';
import { isAllowedPage } from './rail.ts';
import { AcquirerSettings } from './settings.ts';
import { fill, fillTree, isSigned, sign, Signature } from './signature.ts';
import { buildRequest } from './client.ts';

const RUB = { scale: 2 };
const settingsOf = (name: string, change: (settings: Record<string, never>) => void = () => undefined): AcquirerSettings => {
  const described = descriptionFromDocs(name) as Record<string, never>;
  change(described);
  return AcquirerSettings.parse(described);
};
const valuesOf = (all: Readonly<Record<string, string>>) => (name: string) => all[name];

describe('templates', () => {
  it('fill names only, and are never partly filled', () => {
    expect(fill('{"code":0,"a":"{amount}"}', valuesOf({ amount: '5' }))).toBe('{"code":0,"a":"5"}');
    expect(fill('{amount}:{payment}', valuesOf({ amount: '5' }))).toBeUndefined();
    expect(fillTree({ a: [{ $number: '{n}' }], b: true }, valuesOf({ n: '100' }))).toEqual({ a: [100], b: true });
    expect(fillTree({ a: { $number: '{n}' } }, valuesOf({ n: '1e3' }))).toBeUndefined();
  });
});

describe('signatures', () => {
  it('match the example in the documentation of T-Bank', () => {
    const { offer } = settingsOf('tbank');
    if (offer.kind !== 'redirect' || offer.create.signature === undefined) throw new Error('described otherwise');
    const document = {
      TerminalKey: 'MerchantTerminalKey',
      Amount: 19200,
      OrderId: '00000',
      Description: 'Подарочная карта на 1000 рублей',
      DATA: {},
    };
    const values = valuesOf({ 'secret.password': '11111111111111' });
    const expected = createHash('sha256')
      .update('19200Подарочная карта на 1000 рублей0000011111111111111MerchantTerminalKey')
      .digest('hex');
    expect(sign(offer.create.signature, { values, document, body: '' })).toBe(expected);
  });

  it('of every kind are refused if anything is changed, cut or added', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const over = { text: '{field.a}:{field.b}:{secret.s}' };
    const kinds = [
      { kind: 'hash', over, encoding: 'HEX' },
      { kind: 'hmac', over, key: '{secret.s}', encoding: 'base64' },
      { kind: 'rsa', over, key: '{secret.private}', encoding: 'base64' },
    ] as const;
    for (const kind of kinds) {
      const signature = Signature.parse(kind);
      const signed = (a: string) => ({
        values: valuesOf({
          'field.a': a,
          'field.b': '2',
          'secret.s': 'key',
          'secret.private': privateKey.replaceAll('\n', '\\n'),
          'secret.public': publicKey,
        }),
        document: {},
        body: '',
      });
      const given = sign(signature, signed('1'));
      const theirs = signature.kind === 'rsa' ? { ...signature, key: '{secret.public}' } : signature;
      expect(isSigned(theirs, signed('1'), given)).toBe(true);
      for (const wrong of [undefined, '', given?.slice(2), `${given}00`, 'zz', given?.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))])
        expect(isSigned(theirs, signed('1'), wrong)).toBe(false);
      expect(isSigned(theirs, signed('10'), given)).toBe(false);
    }
  });
});

describe('Robokassa, as the how-to describes it', () => {
  const settings = settingsOf('robokassa');
  it('reads its call and its list', () => {
    const call = readDocument('form', 'OutSum=100.000000&InvId=123456789012345&SignatureValue=AB&EMail=a%40b.c');
    expect(readPayment(call, settings.callback.read)).toEqual({
      reference: '123456789012345',
      paymentId: '123456789012345',
      amount: '100.000000',
      currency: undefined,
      status: 'final',
    });
    const list = `<?xml version="1.0" encoding="utf-8"?><OperationStateResponse xmlns="http://merchant.roboxchange.com/WebService/"><Result><Code>0</Code></Result><State><Code>100</Code></State><Info><OutSum>100.000000</OutSum></Info></OperationStateResponse>`;
    if (settings.status === undefined) throw new Error('described otherwise');
    expect(readPayments(readDocument('xml', list), settings.status, '77')).toMatchObject([
      { reference: '77', paymentId: '77', amount: '100.000000', status: 'final' },
    ]);
    expect(readPayments(readDocument('xml', list.replace('>100<', '>1000<')), settings.status, '77')).toEqual([]);
  });
  it('requests the status of an order with the signature in the URL', () => {
    const written = settings.status && buildRequest(settings.status.call, valuesOf({ reference: '77', 'secret.password2': 'p&2' }));
    const signature = createHash('sha256').update('YOUR_LOGIN:77:p&2').digest('hex');
    expect(written?.url).toMatch(new RegExp(`InvoiceID=77&Signature=${signature}$`));
  });
});

describe('documents', () => {
  it('that are ambiguous are rejected', () => {
    expect(readDocument('form', 'InvId=1&InvId=2')).toBeUndefined();
    expect(readDocument('json', '[1]')).toBeUndefined();
    expect(readDocument('xml', '<a><b></a>')).toBeUndefined();
  });
  it('give no number that lost digits while parsed', () => {
    const { callback } = settingsOf('localform');
    const readSum = (sum: string) =>
      readPayment(JSON.parse(`{"order":"1","id":"2","sum":${sum},"cur":"RUB","status":"paid"}`), callback.read);
    expect(readSum('9007199254740993')).toBeUndefined();
    expect(readSum('100.10')).toMatchObject({ amount: '100.1' });
  });
  it('give own members only', () => {
    const { callback } = settingsOf('localform');
    expect(readPayment(JSON.parse('{"__proto__":{"order":"1"},"sum":"1","status":"paid"}'), callback.read)).toBeUndefined();
    expect(readPayment({ order: '1', id: '2', sum: '1', cur: 'RUB', status: 'constructor' }, callback.read)).toBeUndefined();
  });
});

describe('amounts', () => {
  it.each([
    ['100.000000', 'major', 100_00n],
    ['10000', 'minor', 100_00n],
    ['0.01', 'major', 1n],
    ['0.001', 'major', undefined],
    ['1e3', 'major', undefined],
    ['-1', 'major', undefined],
    ['1 000', 'major', undefined],
    ['0', 'minor', undefined],
    ['100.00', 'minor', undefined],
    ['', 'major', undefined],
  ] as const)('%s in %s units is %s', (text, unit, minor) => expect(readAmount(text, unit, RUB, { decimals: 2 })).toBe(minor));
  it('are formatted exactly or not at all', () => {
    expect(writeAmount(100_05n, RUB, 2)).toEqual({ amount: '100.05', amountMinor: '10005' });
    expect(writeAmount(5n, RUB, 2)).toEqual({ amount: '0.05', amountMinor: '5' });
    expect(writeAmount(123_456_789n, { scale: 8 }, 2)).toBeUndefined();
    expect(writeAmount(1_00000000n, { scale: 8 }, 0)).toEqual({ amount: '1', amountMinor: '1' });
  });
});

describe('a page that customers are sent to', () => {
  it.each([
    ['https://securepay.tinkoff.ru/new/AbC?x=1', true],
    ['https://pay.tbank.ru/x', true],
    ['https://securepay.tinkoff.ru@evil.example/', false],
    ['https://user@securepay.tinkoff.ru/', false],
    ['https://securepay.tinkoff.ru.evil.example/', false],
    ['https://securepay.tinkoff.ru:8443/', false],
    ['http://securepay.tinkoff.ru/', false],
    ['//securepay.tinkoff.ru/', false],
    ['/new/AbC', false],
    ['javascript:alert(1)//https://securepay.tinkoff.ru', false],
    ['data:text/html,https://securepay.tinkoff.ru', false],
    ['https:securepay.tinkoff.ru.evil.example', false],
    ['\\\\evil.example', false],
  ])('%s: %s', (url, isOne) => expect(isAllowedPage(url, settingsOf('tbank'))).toBe(isOne));
});

describe('the settings', () => {
  it.each(['tbank', 'robokassa', 'yookassa', 'localform'])('of %s in the how-to are valid in production mode', (name) => {
    expect(checkSettings(settingsOf(name), 'production')).toEqual([]);
  });
  it('name the secrets of each role', () => {
    expect(secretsOf(settingsOf('localform'), 'web').toSorted()).toEqual(['callback_key', 'form_key']);
    expect(secretsOf(settingsOf('localform'), 'all').toSorted()).toEqual(['callback_key', 'form_key', 'password']);
  });
  const form = (
    change: (
      described: { offer: Record<string, unknown>; callback: { read: Record<string, unknown> } & Record<string, unknown> } & Record<
        string,
        unknown
      >,
    ) => void,
  ) => checkSettings(settingsOf('localform', change as never), 'production').join('\n');
  it.each([
    [
      'a secret shown to customers',
      form((all) => (all.offer['fields'] = { sum: '{amount}', key: '{secret.form_key}' })),
      'would show {secret.form_key}',
    ],
    ['an unknown placeholder', form((all) => (all.offer['fields'] = { sum: '{amount}', x: '{paymnt}' })), '{paymnt}'],
    ['a form without the amount', form((all) => (all.offer['fields'] = { order: '{reference}' })), '{amount}'],
    ['callbacks without a signature', form((all) => delete all.callback['signature']), 'callback.signature is required'],
    [
      'an unsigned amount',
      form((all) => (all.callback['signature'] = { kind: 'hash', over: { text: '{field.order}:{secret.password}' } })),
      'does not cover sum',
    ],
    [
      'signed values without separators',
      form((all) => (all.callback['signature'] = { kind: 'hmac', key: '{secret.password}', over: { sorted: {} } })),
      'run together',
    ],
    ['a broken hash', form((all) => (all.callback['signature'] = { kind: 'hash', algorithm: 'md5', over: 'body' })), 'broken hash'],
    ['a signature without a secret', form((all) => (all.callback['signature'] = { kind: 'hash', over: 'body' })), 'can be forged'],
    [
      'a signature open to length extension',
      form((all) => {
        all.callback['signature'] = {
          kind: 'hash',
          over: { text: '{secret.password}:{field.order}:{field.id}:{field.sum}:{field.cur}:{field.status}' },
        };
      }),
      'the text can be extended',
    ],
    [
      'a key given by the caller',
      form((all) => (all.callback['signature'] = { kind: 'hmac', key: '{field.key}{secret.password}', over: 'body' })),
      'can be forged',
    ],
    [
      'signed values without names',
      form((all) => (all.callback['signature'] = { kind: 'hmac', key: '{secret.password}', over: { sorted: { join: '|' } } })),
      'which value stands where',
    ],
    [
      'a callback secret that the form shows',
      form((all) => (all.callback['signature'] = { kind: 'hmac', key: '{secret.form_key}', over: 'body' })),
      'what customers see',
    ],
    ['a payment with two ids', form((all) => delete all.callback.read['payment']), 'two names'],
    [
      'any response counted as money',
      form(
        (all) =>
          (all['status'] = { call: { method: 'GET', url: 'https://a.example/' }, read: { amount: 'a', unit: 'major', always: 'final' } }),
      ),
      'any answer for money',
    ],
    [
      'a status request without an order',
      form(
        (all) =>
          (all['status'] = { call: { method: 'GET', url: 'https://a.example/' }, read: { amount: 'a', unit: 'major', always: 'final' } }),
      ),
      'neither asks',
    ],
    ['a form without the order', form((all) => (all.offer['fields'] = { sum: '{amount}' })), 'offer must name {reference}'],
    ['a callback without the order', form((all) => delete all.callback.read['reference']), 'our reference'],
    ['an address without TLS', form((all) => (all['origins'] = ['http://acquirer.example'])), 'must be https'],
    ['a form for another host', form((all) => (all.offer['url'] = 'https://other.example/pay')), 'one of origins'],
    ['a host chosen by a value', form((all) => (all.offer['url'] = 'https://{reference}.example/pay')), 'one of origins'],
    ['a test shop', form((all) => (all['test'] = true)), 'test must be false'],
    [
      'a status request without its call',
      form((all) => {
        all.callback['believed'] = 'asked';
        delete all['status'];
      }),
      'no status to ask',
    ],
  ])('are refused: %s', (_what, problems, named) => expect(problems).toContain(named));
  it('of a real acquirer are refused in demo mode', () => {
    expect(checkSettings(settingsOf('tbank'), 'demo')).toContain('test must be true in demo mode: its money would be real');
  });
});
