import { account, type Posting, type PostingKind, transfer } from '#core/ledger/account.ts';
import { PURSE_ASSET, type Withdrawal } from './withdrawal.ts';

const inPurse = ({ purseWallet, purseAmount }: Withdrawal) => ({ wallet: purseWallet, asset: PURSE_ASSET, amount: purseAmount });
const inOutcome = ({ outcomeWallet, outcomeAsset, outcomeAmount }: Withdrawal) => ({
  wallet: outcomeWallet,
  asset: outcomeAsset,
  amount: outcomeAmount,
});

/** T27, pending, and posted at T28: the purse owes less, the withdrawal is owed (domain 6: `reward:<user>` / `withdrawal:<id>`). */
export const leavePurse = (withdrawal: Withdrawal): Posting =>
  transfer('withdrawal', account(withdrawal.purse, withdrawal.userId), account('withdrawal', withdrawal.id), inPurse(withdrawal));

/** T28: the debt in dollars becomes a debt in what is paid out. */
export const exchange = (withdrawal: Withdrawal): Posting => {
  const debt = account('withdrawal', withdrawal.id);
  const given = transfer('exchange', debt, account('fx', PURSE_ASSET), inPurse(withdrawal));
  const owed = transfer('exchange', account('fx', withdrawal.outcomeAsset), debt, inOutcome(withdrawal));
  return { kind: 'exchange', entries: [...given.entries, ...owed.entries] };
};

/** T19, pending from T27 on: what was promised is on its way. */
export const dispatch = (withdrawal: Withdrawal): Posting =>
  transfer('payout', account('withdrawal', withdrawal.id), account('transit_out', withdrawal.outcomeWallet), inOutcome(withdrawal));

/** T20: it left the treasury for good. */
export const settleTransit = ({ outcomeWallet, ...rest }: Withdrawal): Posting =>
  transfer(
    'payout_settled',
    account('transit_out', outcomeWallet),
    account('treasury', outcomeWallet),
    inOutcome({ outcomeWallet, ...rest }),
  );

/** The same entries the other way round. */
const undone = (kind: PostingKind, { entries }: Posting): Posting => ({
  kind,
  entries: entries.map((entry) => ({ ...entry, amount: -entry.amount })),
});

/** T21: a definite failure brings it back. */
export const undispatch = (withdrawal: Withdrawal): Posting => undone('payout_undone', dispatch(withdrawal));

/** What could not be paid is the customer's again, at the same rate. */
export const returnToPurse = (withdrawal: Withdrawal): Posting[] => [
  undone('exchange_undone', exchange(withdrawal)),
  undone('withdrawal_undone', leavePurse(withdrawal)),
];
