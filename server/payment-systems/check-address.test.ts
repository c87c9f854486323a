import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58check, base58xmr, bech32 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADDRESS_SHAPES, type AddressNetwork, checkAddressShape } from '#core/requisites/address-shape.ts';
import { checkAddress, checkAddressOf } from './check-address.ts';

/** Published addresses: genesis and documentation examples, BIP-173/350 and EIP-55 vectors, project donation addresses. */
const VALID: Readonly<Record<AddressNetwork, readonly string[]>> = {
  BTC: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  LTC: ['LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9', 'MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  DOGE: ['DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', 'D8EyEfuNsfQ3root9R3ac54mMcLmoNBW6q'],
  ETH: ['0x52908400098527886E0F7030069857D2E4169EE7', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ERC20: ['0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359'],
  BEP20: ['0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb', '0xD1220A0CF47C7B9BE7A2E6BA89F429762E7B9ADB'],
  TRX: ['TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'],
  TRC20: ['TQ3EQcysLpuMCYHnkX2o7SV2x4vsXMycYN'],
  XMR: [
    '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
    '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H',
    '4LL9oSLmtpccfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2bYXZKKQePHES9khPK',
  ],
  SOL: ['7wWydh3U89cEeiWmrzJFxsVxRmXpCmudKjnMJAwJ8iyD'],
  XRP: ['rpatqT9MMuCPgB5hi3CGdY7gDtJEN4tUnR', 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY'],
  TON: [
    'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
    'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI',
    '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
  ],
  ETC: ['0x52908400098527886E0F7030069857D2E4169EE7'],
  POLYGON: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  BCH: ['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'qpdxgvwrf5amuu33dx6qssh3nja7s5y8k5nvdqxre7'],
  DASH: ['XbTUKLYrLcHqbPExpEWSo6kyjM27rvVj8o'],
  ZEC: ['t1hB5QyYS4zHSE5WhmD98HUfaDUVm5GopWg'],
  XLM: ['GBGWBIVH46RCZGWPYPZ2NALQBOMTNVE3O643KTK6TBKOP3WJUNN35DNB'],
  ATOM: ['cosmos1zxp9ewtnt5hmzhcr2rseth9he0kd82rslux54n'],
  ADA: [
    'addr1vyyw6yyqah9jvltta9hg7s03645ct4eh62u0mfeukzs8mygjqrjr2',
    'addr1qyyw6yyqah9jvltta9hg7s03645ct4eh62u0mfeukzs8mytfzgch8xqa36za654s0qh0dt5ees9hunzk0ltg0cqmu3vsuura6p',
  ],
};
const NETWORKS = Object.keys(ADDRESS_SHAPES) as AddressNetwork[];
/** Networks with one address format. */
const FAMILY: Readonly<Record<string, string>> = {
  ETH: 'evm',
  ERC20: 'evm',
  BEP20: 'evm',
  ETC: 'evm',
  POLYGON: 'evm',
  TRX: 'tron',
  TRC20: 'tron',
};
const familyOf = (network: string) => FAMILY[network] ?? network;

describe.each(NETWORKS)('%s', (network) => {
  test.each(VALID[network])('takes %s', (address) => {
    expect(checkAddressShape(network, address)).toBe('fine');
    expect(checkAddress(network, address)).toBe('fine');
  });

  test('refuses the addresses of every other network (R14)', () => {
    for (const other of NETWORKS.filter((name) => familyOf(name) !== familyOf(network))) {
      // Old Litecoin script addresses have the form of Bitcoin ones and cannot be distinguished
      const addresses = VALID[other].filter((address) => !(network === 'LTC' && address.startsWith('3')));
      for (const address of addresses) expect([other, address, checkAddress(network, address)]).toEqual([other, address, 'malformed']);
    }
  });
});

/** No checksum: Solana and raw TON. EIP-55 depends on case and has its own test. */
const CHECKSUMMED = NETWORKS.filter((network) => network !== 'SOL' && familyOf(network) !== 'evm').flatMap((network) =>
  VALID[network].filter((address) => !address.includes(':')).map((address) => [network, address] as const),
);

test('a typo of one character is refused wherever there is a checksum', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CHECKSUMMED),
      fc.nat(),
      fc.constantFrom(...'2345678abcdefGHJKLMNPQ'),
      ([network, address], seed, character) => {
        const at = 4 + (seed % (address.length - 4));
        fc.pre(address[at]?.toLowerCase() !== character.toLowerCase());
        const wrong = address.slice(0, at) + character + address.slice(at + 1);
        expect(checkAddress(network, wrong)).toBe('malformed');
      },
    ),
    { numRuns: 1000 },
  );
});

test('EIP-55: any change of case of a mixed address is refused', () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  for (let at = 2; at < address.length; at += 1) {
    const letter = address[at] ?? '';
    if (!/[a-f]/i.test(letter)) continue;
    const flipped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    expect(checkAddress('ETH', address.slice(0, at) + flipped + address.slice(at + 1))).toBe('malformed');
  }
});

test.each([
  ['BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['BTC', 'bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x'],
  ['BTC', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
  ['BTC', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
  ['LTC', 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0'],
  ['TON', 'kQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKaC'],
  ['XMR', '9wviCeWe2D8XS82k2ovp5EUYLzBt9pYNW2LXUFsZiv8S3Mt21FZ5qQaAroko1enzw3eGr9qC7X1D7Geoo2RrAotYPwq9Gm8'],
] as const)('an address of a test network is refused: %s %s', (network, address) =>
  expect(checkAddress(network, address)).toBe('malformed'),
);

describe('addresses where funds are lost', () => {
  const zeros = new Uint8Array(20);
  test.each([
    ['ETH', `0x${'0'.repeat(40)}`],
    ['ERC20', '0x000000000000000000000000000000000000dEaD'],
    ['ERC20', '0xdead000000000000000042069420694206942069'],
    ['BEP20', '0x0000000000000000000000000000000000000001'],
    ['ETH', `0x${'e'.repeat(40)}`],
    ['TRX', base58check(sha256).encode(Uint8Array.of(0x41, ...zeros))],
    ['TRC20', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    ['BTC', '1BitcoinEaterAddressDontSendf59kuE'],
    ['XRP', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
    ['SOL', '1'.repeat(32)],
    ['SOL', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
    ['TON', `0:${'0'.repeat(64)}`],
    ['TON', 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c'],
  ])('%s %s', (network, address) => expect(checkAddress(network, address)).toBe('nobodys'));

  test.each([
    ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['ERC20', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['ERC20', '0xdac17f958d2ee523a2206206994597c13d831ec7'],
    ['BEP20', '0x55d398326f99059fF775485246999027B3197955'],
  ])('a token’s own contract: %s %s', (network, address) => expect(checkAddress(network, address)).toBe('contract'));

  test('the contract in the rail settings of a system', () => {
    const contract = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    expect(checkAddressOf({ railSettings: { contract } })('ERC20', contract.toLowerCase())).toBe('contract');
    expect(checkAddressOf({ railSettings: {} })('ERC20', contract)).toBe('fine');
  });
});

test('generated addresses of any key are accepted', () => {
  const bytes = (length: number) =>
    fc.uint8Array({ minLength: length, maxLength: length }).filter((list) => list.some((byte) => byte !== 0));
  fc.assert(
    fc.property(bytes(20), bytes(64), (hash, keys) => {
      const check = base58check(sha256);
      expect(checkAddress('TRC20', check.encode(Uint8Array.of(0x41, ...hash)))).toBe('fine');
      expect(checkAddress('BTC', check.encode(Uint8Array.of(0x00, ...hash)))).toBe('fine');
      expect(checkAddress('DOGE', check.encode(Uint8Array.of(0x1e, ...hash)))).toBe('fine');
      expect(checkAddress('LTC', check.encode(Uint8Array.of(0x32, ...hash)))).toBe('fine');
      expect(checkAddress('LTC', bech32.encode('ltc', [0, ...bech32.toWords(hash)]))).toBe('fine');
      expect(checkAddress('BTC', bech32.encode('bc', [0, ...bech32.toWords(hash)]))).toBe('fine');
      const body = Uint8Array.of(18, ...keys);
      expect(checkAddress('XMR', base58xmr.encode(Uint8Array.of(...body, ...keccak_256(body).subarray(0, 4))))).toBe('fine');
    }),
  );
});

test('the check never throws', () => {
  fc.assert(
    fc.property(fc.constantFrom(...NETWORKS, 'nonsense', '__proto__'), fc.string({ unit: 'binary' }), (network, text) => {
      expect(checkAddress(network, text)).toBe('malformed');
    }),
  );
});
