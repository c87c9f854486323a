import { describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { callContent, deriveSandboxKeys, isSigned, SIGNATURE_TOLERANCE_MS, signContent } from './signature.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const KEY = 'the key of this test';
const BODY = '{"type":"payment.changed"}';

describe('a signature of the test bank', () => {
  it('is accepted over text and over bytes', () => {
    const signature = signContent(KEY, BODY, NOW);
    expect(signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(isSigned(KEY, BODY, signature, NOW)).toBe(true);
    expect(isSigned(KEY, Buffer.from(BODY), signature, NOW)).toBe(true);
  });

  it('is refused in any other format', () => {
    const signature = signContent(KEY, BODY, NOW);
    const [time = '', mac = ''] = signature.split(',');
    const wrong = [
      undefined,
      '',
      mac,
      time,
      signature.toUpperCase(),
      `${time},${mac.toUpperCase()}`,
      signature.slice(0, -1),
      signature.slice(0, -2),
      `${signature}00`,
      `${mac},${time}`,
      `${time},v0=${mac.slice(3)}`,
      signature.replace('t=', 't=-'),
      signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ` ${signature}`,
    ];
    expect(wrong.filter((header) => isSigned(KEY, BODY, header, NOW))).toEqual([]);
    expect(isSigned(KEY, BODY, [signature, signature], NOW)).toBe(false);
  });

  it('does not match another body, key or time', () => {
    const signature = signContent(KEY, BODY, NOW);
    expect(isSigned(KEY, `${BODY} `, signature, NOW)).toBe(false);
    expect(isSigned('another key', BODY, signature, NOW)).toBe(false);
    expect(isSigned(KEY, BODY, signature.replace(/t=\d+/, `t=${NOW / SECOND_MS + 1}`), NOW)).toBe(false);
  });

  it('is valid for five minutes in both directions', () => {
    const signature = signContent(KEY, BODY, NOW);
    expect(SIGNATURE_TOLERANCE_MS).toBe(5 * MINUTE_MS);
    expect(isSigned(KEY, BODY, signature, NOW + SIGNATURE_TOLERANCE_MS)).toBe(true);
    expect(isSigned(KEY, BODY, signature, NOW + SIGNATURE_TOLERANCE_MS + 1)).toBe(false);
    expect(isSigned(KEY, BODY, signature, NOW - SIGNATURE_TOLERANCE_MS)).toBe(true);
    expect(isSigned(KEY, BODY, signature, NOW - SIGNATURE_TOLERANCE_MS - 1)).toBe(false);
  });

  it('has one key per direction, different for each installation', () => {
    const keys = deriveSandboxKeys(createSecrets('one secret of an installation'));
    const others = deriveSandboxKeys(createSecrets('another secret of one'));
    expect(new Set([keys.api, keys.callback, others.api, others.callback]).size).toBe(4);
  });

  it('binds a call to its method and path', () => {
    const signature = signContent(KEY, callContent('POST', '/sandbox/payouts', BODY), NOW);
    expect(isSigned(KEY, callContent('POST', '/sandbox/invoices', BODY), signature, NOW)).toBe(false);
    expect(isSigned(KEY, callContent('PUT', '/sandbox/payouts', BODY), signature, NOW)).toBe(false);
  });
});
