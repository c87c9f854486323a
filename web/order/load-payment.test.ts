import { describe, expect, it } from 'vitest';
import type { RequisitesAttributes } from '#contract/public/order-attributes.ts';
import { paymentOf } from './load-payment.ts';

const requisites = (change: Partial<RequisitesAttributes>) =>
  ({ kind: 'form', method: 'POST', form_fields: { a: 'b' }, ...change }) as RequisitesAttributes;
const publicUrl = 'https://razmen.example';

describe('the form that leads to a provider’s page', () => {
  it('has the URL, the method and the fields of the requisites', () => {
    expect(paymentOf(requisites({ url: 'https://pay.example/checkout?x=1' }), publicUrl)).toEqual({
      action: 'https://pay.example/checkout?x=1',
      method: 'post',
      fields: { a: 'b' },
      host: 'pay.example',
    });
    expect(paymentOf(requisites({ url: '/sandbox/checkout', method: 'GET', form_fields: null }), publicUrl)).toMatchObject({
      action: 'https://razmen.example/sandbox/checkout',
      method: 'get',
      fields: {},
    });
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'http://', null])('is null for the URL %j', (url) => {
    expect(paymentOf(requisites({ url }), publicUrl)).toBeNull();
  });

  it('is null for requisites of another kind', () => {
    for (const kind of ['requisites', 'redirect'] as const)
      expect(paymentOf(requisites({ kind, url: 'https://pay.example' }), publicUrl)).toBeNull();
  });
});
