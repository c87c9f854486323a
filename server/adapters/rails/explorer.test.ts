import { expect, it } from 'vitest';
import { ADDRESS_SHAPES } from '#core/requisites/address-shape.ts';
import { defaultExplorerUrl, nodeExplorer } from './explorer.ts';

it('each network whose addresses we know has an explorer, and no other', () => {
  for (const network of Object.keys(ADDRESS_SHAPES)) expect(defaultExplorerUrl({ network }, 'ab12')).toMatch(/^https:\/\/[^@]+ab12$/);
  expect(defaultExplorerUrl({ network: 'TRC20' }, 'ab12')).toBe('https://tronscan.org/#/transaction/ab12');
  expect([defaultExplorerUrl({ network: null }, 'ab12'), defaultExplorerUrl({ network: 'toString' }, 'ab12')]).toEqual([null, null]);
});

it('a node of a test network has the explorer of its settings only', () => {
  const ltc = { network: 'LTC' };
  expect(nodeExplorer('https://scan.example//', 'test')(ltc, 'ab')).toBe('https://scan.example/tx/ab');
  expect(nodeExplorer('http://scan.example', 'main')(ltc, 'ab')).toBeNull();
  expect(nodeExplorer(null, 'main')(ltc, 'ab')).toBe('https://litecoinspace.org/tx/ab');
  expect(nodeExplorer(null, 'test')(ltc, 'ab')).toBeNull();
});
