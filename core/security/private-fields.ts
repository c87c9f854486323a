/**
 * Names of fields with secrets of money or personal papers: never in logs or error reports (domain 7). Regular expressions: `_?` where a
 * name is written both ways.
 */
export const PRIVATE_FIELDS = [
  'card_?number',
  'pan',
  'cvv',
  'requisites',
  'payout_?key',
  'seed',
  'mnemonic',
  'destination',
  'wallet_?address',
  'raw_?tx',
  'photo',
  'image',
] as const;
