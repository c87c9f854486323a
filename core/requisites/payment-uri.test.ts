import { expect, test } from 'vitest';
import { readPaymentUri } from './payment-uri.ts';

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TOKEN = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

test.each([
  ['bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=0.1&label=a%20b', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', null],
  ['BITCOIN:BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ', 'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ', null],
  [`ethereum:${EVM}@1?value=1e18`, EVM, null],
  [`ethereum:pay-${EVM}@56`, EVM, null],
  [`ethereum:${TOKEN}@1/transfer?address=${EVM}&uint256=1000000`, EVM, null],
  ['tron:TQ3EQcysLpuMCYHnkX2o7SV2x4vsXMycYN', 'TQ3EQcysLpuMCYHnkX2o7SV2x4vsXMycYN', null],
  [' ripple:rpatqT9MMuCPgB5hi3CGdY7gDtJEN4tUnR?dt=104857 ', 'rpatqT9MMuCPgB5hi3CGdY7gDtJEN4tUnR', '104857'],
  [
    'ton://transfer/UQBgZ-VIvoF5_EWQ8yqgdv3InTXHROulZjE43ptDRaykxMaL?amount=1&text=order+7',
    'UQBgZ-VIvoF5_EWQ8yqgdv3InTXHROulZjE43ptDRaykxMaL',
    'order 7',
  ],
])('%s', (text, address, memo) => expect(readPaymentUri(text)).toEqual({ address, memo }));

test.each([
  'TQ3EQcysLpuMCYHnkX2o7SV2x4vsXMycYN',
  'https://example.org/?address=x',
  'javascript:alert(1)',
  'bitcoin:',
  'bitcoin:?amount=1',
  // A token transfer without a receiver: the contract is no wallet
  `ethereum:${TOKEN}@1/transfer?uint256=1`,
  '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
])('%s is no payment link', (text) => expect(readPaymentUri(text)).toBeUndefined());
