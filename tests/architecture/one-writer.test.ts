import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, importsOf, textOf } from './files.ts';

/** The only files that write an order's state, hold and postings: they save decisions of `core`. */
const WRITES_ORDERS = ['server/orders/move/apply-move.ts'];
const MOVES_MONEY = [
  ...WRITES_ORDERS,

  // Reserves, and funds of the demo mode
  'server/ledger/fund-demo.ts',
  'server/ledger/post-treasury.ts',
  // Bank lines without an order: suspense
  'server/statements/resolve-line.ts',
  'server/statements/import-lines.ts',
  'server/statements/match-line.ts',
  'server/statements/split-line.ts',
  'server/statements/unmatch-line.ts',
  // Rewards and referral shares of an order
  'server/earnings/post-earning.ts',
  // Withdrawals
  'server/withdrawals/apply-withdrawal-move.ts',
  'server/withdrawals/request-withdrawal.ts',
];

const product = ['server', 'scripts'].flatMap((folder) => filesBelow(folder, /\.(ts|mjs)$/)).filter((file) => !file.endsWith('.test.ts'));

/** The files that import a name from a file. */
const importersOf = (place: string, name: RegExp): string[] =>
  product.filter(
    (file) =>
      name.test(textOf(file)) &&
      importsOf(file).some(({ specifier }) =>
        specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) === place : specifier === `#${place}`,
      ),
  );

describe('an order', () => {
  it('is written only where a decision is saved', () => {
    expect(importersOf('server/orders/store.ts', /\b(saveOrder|insertOrder)\b/).toSorted()).toEqual(WRITES_ORDERS.toSorted());
  });

  it('has its state, version, amounts and hold in one statement', () => {
    const decided =
      /\b(status|version|hold_id|hold_amount|income_amount|outcome_amount|received_amount|credited_amount|surplus_returned|requote)\s*=/;
    const statements = product.flatMap((file) =>
      [...textOf(file).matchAll(/update orders\b[^`]*?\bset\b([^`]*?)(\bwhere\b|`)/gi)].map((found) => ({ file, set: found[1] ?? '' })),
    );
    expect(statements.length).toBeGreaterThan(3);
    expect(statements.filter(({ set }) => decided.test(set)).map(({ file }) => file)).toEqual(['server/orders/store.ts']);
  });

  it('has postings and holds made only there', () => {
    expect(
      importersOf('server/ledger/post.ts', /\b(post|reserveForOrder|openReservation|postReservation|voidReservation)\(/).toSorted(),
    ).toEqual(MOVES_MONEY.toSorted());
  });
});
