import { MINUTE_MS, type Period } from '#core/time.ts';
import { RpcUnavailable, unlessNodeFails } from '#server/adapters/rails/node-errors.ts';
import type { Statement, StatementLine } from '#server/adapters/rails/port.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { ordersOf } from './deposit-address.ts';
import type { PayoutDeps } from './pay-out.ts';
import { findSent, ownTransactions } from './payout-store.ts';
import { isUnlocked } from './report-deposits.ts';
import { type KnownWallet, receivingWallet, walletOn } from './scan-wallet.ts';
import type { Head, Transfer } from './translate.ts';

/** A block takes two minutes on average. */
const MIN_BLOCK_MS = MINUTE_MS;
/** Blocks before a period in which its transfers may be: a day, and what a slow miner's clock may be off. */
const MARGIN_BLOCKS = 1440;

interface Query extends Period {
  readonly head: Head;
  /** Transfers above this height are read. */
  readonly above: number;
}

type Oddities = Extract<Statement, { outcome: 'listed' }>['oddities'];
type Books = { readonly lines: readonly StatementLine[]; readonly oddities: Oddities };

const NO_BOOKS: Books = { lines: [], oddities: [] };

const KnownRow = rowType({
  external_id: col.text,
  payment_system_code: col.text,
  required_confirmations: col.number,
  first_seen_at: col.timestamp,
});

/** What the shop has recorded of these transfers. */
async function known(
  db: Queryable,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly at: number; readonly code: string; readonly required: number }>> {
  const rows = await db.many(
    KnownRow,
    sql`
    select d.external_id, a.payment_system_code, a.required_confirmations, d.first_seen_at
    from monero.deposits d join monero.deposit_addresses a using (order_id) where d.external_id = any(${[...externalIds]}::text[])`,
  );
  return new Map(
    rows.map((row) => [
      row.external_id,
      { at: row.first_seen_at.getTime(), code: row.payment_system_code, required: row.required_confirmations },
    ]),
  );
}

const isIn = (at: number, { since, before }: Period): boolean => at >= since && at < before;
const timeOf = ({ timestamp }: Transfer): number => timestamp * 1000;

/** Transfers in the receiving wallet's own list: final ones to orders, and money on addresses without an order. */
async function received({ db, clock }: PayoutDeps, wallet: KnownWallet, { head, above, ...period }: Query): Promise<Books> {
  const height = await wallet.height();
  if (height > head.height) throw new RpcUnavailable('the chain is being reorganised');
  const mined = (await wallet.incoming(above)).filter(({ blockHeight }) => blockHeight !== null);
  const idOf = ({ txId, index }: Transfer) => `${txId}:${index}`;
  const [orders, records] = [
    await ordersOf(
      db,
      wallet.primary,
      mined.map(({ index }) => index),
    ),
    await known(db, mined.map(idOf)),
  ];
  const lines = mined.flatMap((transfer): StatementLine[] => {
    const record = records.get(idOf(transfer));
    if (!record || !isIn(record.at, period)) return [];
    const depth = height - (transfer.blockHeight ?? height);
    if (depth < record.required || !isUnlocked(transfer.unlockTime, { height, now: clock.now() })) return [];
    return [{ direction: 'in', reference: idOf(transfer), paymentSystemCode: record.code, amount: transfer.amount, at: record.at }];
  });
  // The address 0 gets the change of the wallet's own transactions
  const strange = mined.filter((transfer) => transfer.index > 0 && !orders.has(transfer.index) && isIn(timeOf(transfer), period));
  const oddities = strange.map((transfer) => ({
    subject: idOf(transfer),
    detail: `${transfer.amount} received on an address of no order`,
  }));
  return { lines, oddities };
}

/**
 * Our payouts in the paying wallet's own list, and transactions of it that are none: someone else has the key. Payouts of other wallets, or
 * without access to it, are looked up at the node.
 */
async function paidOut({ db, node }: PayoutDeps, wallet: KnownWallet | null, { head, above, ...period }: Query): Promise<Books> {
  if (wallet && (await wallet.height()) > head.height) throw new RpcUnavailable('the chain is being reorganised');
  const sent = new Map(((await wallet?.outgoing(above)) ?? []).map((transfer) => [transfer.txId, transfer]));
  const rows = await findSent(db, period);
  const locations = await node.locate(rows.filter(({ made }) => !sent.has(made.txId)).map(({ made }) => made.txId));
  const lines = rows.flatMap((row): StatementLine[] => {
    const own = sent.get(row.made.txId);
    if (!own && row.state === 'executed' && row.made.wallet === wallet?.primary)
      throw new RpcUnavailable('the wallet lacks an executed payout');
    const blockHeight = own ? own.blockHeight : (locations.get(row.made.txId)?.blockHeight ?? null);
    if (blockHeight === null || head.height - blockHeight < row.requiredConfirmations) return [];
    const { reference, paymentSystemCode, createdAt: at } = row;
    return [{ direction: 'out', reference, paymentSystemCode, amount: own?.amount ?? row.amount, at }];
  });
  const own = await ownTransactions(db, [...sent.keys()]);
  const foreign = [...sent.values()].filter((transfer) => !own.has(transfer.txId) && isIn(timeOf(transfer), period));
  const oddities = foreign.map(({ txId, amount, fee }) => ({ subject: txId, detail: `${amount} and a fee of ${fee} were sent by hand` }));
  return { lines, oddities };
}

const LowestRow = rowType({ lowest: col.nullable(col.text) });

/** The height above which all transfers of a period are: some were seen long after their block. */
async function lowestHeight({ db, clock }: PayoutDeps, { since, before }: Period, head: Head): Promise<number> {
  const { lowest } = await db.one(
    LowestRow,
    sql`
    select min(block_height)::text as lowest from monero.deposits
    where first_seen_at >= ${new Date(since)} and first_seen_at < ${new Date(before)}`,
  );
  const blocks = Math.ceil(Math.max(0, clock.now() - since) / MIN_BLOCK_MS) + MARGIN_BLOCKS;
  return Math.max(0, Math.min(head.height - blocks, lowest === null ? head.height : Number(lowest) - 1));
}

/** The wallets' books of a period. `unavailable` if node or wallet does not respond. */
export const readStatement = (deps: PayoutDeps, period: Period): Promise<Statement> =>
  unlessNodeFails<Statement>(
    async () => {
      const head = await deps.node.head();
      const query = { ...period, head, above: await lowestHeight(deps, period, head) };
      const receiving = await receivingWallet(deps, head.network);
      const paying = deps.paying && (await walletOn(deps.paying, head.network));
      const incoming = receiving ? await received(deps, receiving, query) : NO_BOOKS;
      const outgoing = await paidOut(deps, paying, query);
      return {
        outcome: 'listed',
        lines: [...incoming.lines, ...outgoing.lines],
        oddities: [...incoming.oddities, ...outgoing.oddities],
      };
    },
    (error) => ({ outcome: 'unavailable', reason: error.message }),
  );
