import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, importsOf, root } from './files.ts';

/**
 * The street of nouns: each imports only nouns that stand before it, types too. What hangs on an order's life
 * stands after `orders` and learns of it by a reaction of its own, never by a line in `orders`.
 */
const STREET = [
  // Who works here, who comes, what calls a person or needs two of them
  'operators',
  // Known from the moment an account is made
  'customers',
  'users',
  'second-factors',
  'captcha',
  'sessions',
  'shop',
  // The list of what waits for people: each noun fills its part
  'work',
  'incidents',
  'audit-log',
  'approvals',
  // What can be found from anywhere
  'search',
  // The one way in which what makes prices is changed; it knows no noun
  'changes',
  // What is exchanged, where it is, at which price
  'countries',
  'payment-systems',
  'acquirers',
  'switches',
  'public-notice',
  'limits',
  'blacklist',
  'ledger',
  'shifts',
  'slots',
  'market',
  'rates',
  'directions',
  'share-pictures',
  'history',
  'crypto-stats',
  'leases',
  'mails',
  'texts',
  'alarms',
  'security-letters',
  'staff',
  'user-wallets',
  'reserve-requests',
  'orders',
  'referrals',
  // What hangs on an order's life
  'accounts',
  'sign-in-providers',
  'order-letters',
  'reviews',
  'telegram',
  'handovers',
  'pool',
  'cheques',
  'business-requests',
  'card-verifications',
  'payouts',
  'payout-tasks',
  'withdrawals',
  'earnings',
  'deposits',
  'statements',
  'deadlines',
  'partners',
  'webhooks',
  'content',
  'sandbox',
  'push',
  'notices',
  'chat',
  'following',
  // What looks at all of it
  'rate-desk',
  'catalogue',
  'figures',
  'board',
  'desk',
  'customer-desk',
  'receipts',
  'reconciliation',
  'personal-data',
  'keys',
  'opening',
  'office-site',
  'site',
  'widget',
  // What the assembly alone reads: a noun is given its settings
  'config',
] as const;

/** The rings inside the nouns: they have their own test (walls.test.ts). */
const RINGS_INSIDE = ['platform', 'adapters'];

const nounOf = (place: string): string | undefined => {
  const noun = /^server\/([^/]+)\//.exec(place)?.[1];
  return noun === undefined || RINGS_INSIDE.includes(noun) ? undefined : noun;
};

const targetOf = (file: string, specifier: string): string =>
  specifier.startsWith('.') ? path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier)) : specifier.replace(/^#/, '');

const lines = filesBelow('server', /\.ts$/)
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap(importsOf)
  .flatMap(({ file, specifier }) => {
    const [from, to] = [nounOf(file), nounOf(targetOf(file, specifier))];
    return from === undefined || to === undefined || from === to ? [] : [{ from, to, line: `${file} imports ${specifier}` }];
  });

const placeOf = (noun: string): number => (STREET as readonly string[]).indexOf(noun);

describe('the street of nouns', () => {
  it('has a place for every folder of the server, and no place for a folder that is gone', () => {
    const folders = readdirSync(path.join(root, 'server'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !RINGS_INSIDE.includes(entry.name))
      .map(({ name }) => name);
    expect(folders.toSorted()).toEqual([...STREET].toSorted());
  });

  it('imports nothing to the right', () => {
    const wrong = lines.filter(({ from, to }) => placeOf(to) >= placeOf(from));
    expect(wrong.map(({ line }) => line)).toEqual([]);
  });
});
