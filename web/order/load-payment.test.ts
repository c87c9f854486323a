import { describe, expect, it } from 'vitest';
import type { RequisitesAttributes } from '#contract/public/order-attributes.ts';
import { paymentOf } from './load-payment.ts';

const requisites = (change: Partial<RequisitesAttributes>) =>
  ({ kind: 'form', method: 'POST', form_fields: { a: 'b' }, ...change }) as RequisitesAttributes;
const ours = 'https://razmen.example';

describe('the way to a provider’s page', () => {
  it('is its form, and the origin it goes to', () => {
    expect(paymentOf(requisites({ url: 'https://pay.example/checkout?x=1' }), ours)).toEqual({
      action: 'https://pay.example/checkout?x=1',
      method: 'post',
      fields: { a: 'b' },
      host: 'pay.example',
    });
    expect(paymentOf(requisites({ url: '/sandbox/checkout', method: 'GET', form_fields: null }), ours)).toMatchObject({
      action: 'https://razmen.example/sandbox/checkout',
      method: 'get',
      fields: {},
    });
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'http://', null])('is none by %j', (url) => {
    expect(paymentOf(requisites({ url }), ours)).toBeNull();
  });

  it('is none where there is no form', () => {
    for (const kind of ['requisites', 'redirect'] as const)
      expect(paymentOf(requisites({ kind, url: 'https://pay.example' }), ours)).toBeNull();
  });
});
