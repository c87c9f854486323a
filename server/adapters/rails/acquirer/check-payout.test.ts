import { describe, expect, it } from 'vitest';
import { descriptionFromDocs } from '#tests/make/acquirer-dialects.ts';
import { destinationFields } from './check-payout.ts';
import { checkSettings, secretsOf } from './check-settings.ts';
import { AcquirerSettings } from './settings.ts';

type Members = Record<string, never>;
interface Described {
  payout: { call: { url: string; form: Members }; result: { words: Members }; ask: { same: Members; words: Members } };
  balance: { available: string };
  refund: unknown;
}

/** The how-to's description with a change. */
function settingsWith(name: string, change: (described: Described) => void = () => undefined): AcquirerSettings {
  const described = descriptionFromDocs(name) as unknown as Described;
  change(described);
  return AcquirerSettings.parse(described);
}

describe('descriptions of wallets', () => {
  it('of the how-to are valid, and name the secrets of each role', () => {
    const payeer = settingsWith('payeer');
    expect(checkSettings(payeer, 'production')).toEqual([]);
    expect(secretsOf(payeer, 'web')).toEqual(['shop_key']);
    expect(secretsOf(payeer, 'jobs').toSorted()).toEqual(['api_pass', 'shop_key']);
    expect(destinationFields(payeer)).toEqual(['wallet']);
  });

  const form = (name: string, value: string) => (all: Described) => Object.assign(all.payout.call.form, { [name]: value });
  it.each<[string, (all: Described) => void, string]>([
    ['without our reference', form('referenceId', 'x'), 'payout.call must send {payout}'],
    ['without the amount', form('sumOut', '1'), 'payout.call must send {amount}'],
    [
      'without a currency',
      (all) => [form('curIn', 'USD'), form('curOut', 'USD')].map((set) => set(all)),
      'payout.call must send {currency}',
    ],
    ['to a fixed destination', form('to', 'P1000000'), 'payout.call must send a field of the destination'],
    ['with an unknown value', form('to', '{destination.wallet}{wallet}'), '{wallet}'],
    ['that trust the answer to the call', (all) => Object.assign(all.payout.result.words, { true: 'executed' }), 'must not say executed'],
    ['that nothing confirms', (all) => Object.assign(all.payout.ask.words, { success: 'waiting' }), 'payout.ask.words must list'],
    ['whose destination is not compared', (all) => Object.assign(all.payout.ask.same, { to: 'x' }), 'payout.ask.same must compare'],
    ['next to refunds', (all) => (all.refund = { call: all.payout.call, repeatable: true, state: 'x', words: {} }), 'cannot both'],
    ['without TLS', (all) => (all.payout.call.url = 'http://payeer.com/'), 'payout.call.url must be https'],
    ['with a balance of no currency', (all) => (all.balance.available = '{amount}.x'), 'balance names {amount}'],
  ])('payouts %s are refused', (_what, change, problem) =>
    expect(checkSettings(settingsWith('payeer', change), 'production').join('\n')).toContain(problem),
  );
});
