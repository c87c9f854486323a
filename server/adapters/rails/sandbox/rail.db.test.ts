import { sandboxHarness } from '#tests/make/sandbox.ts';
import { cardSystem, coinSystem } from '#tests/make/sandbox-payment-systems.ts';
import { describeRail } from '#tests/make/rail-suite.ts';
import { describe } from 'vitest';

describe('on a card', () => {
  describeRail('sandbox', () => sandboxHarness(cardSystem(), 1_000_00n));
});
describe('on a coin', () => {
  describeRail('sandbox', () => sandboxHarness(coinSystem(), 12_345_678n));
});
