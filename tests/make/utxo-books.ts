import type { Instant } from '#core/time.ts';
import { type Cursor, rewind, saveRange, startCursor } from '#server/adapters/rails/utxo/chain-store.ts';
import { recordReplacement, recordTransaction } from '#server/adapters/rails/utxo/coin-store.ts';
import { findPayout, insertPayout, type RecordedPayout, type SignedTransaction } from '#server/adapters/rails/utxo/payout-store.ts';
import type { Db } from '#server/platform/db/db.ts';

export const BOOKS_CHAIN = 'c0'.repeat(32);
export const BOOKS_RAIL = 'litecoin';
/** Script of the payout address. */
export const BOOKS_SCRIPT = '0014';
const AMOUNT = 1_000n;
const START = 100;
const NOW: Instant = Date.UTC(2026, 0, 1);

/** A transaction of payouts: what it spends, as `<txid>:<output>`, and its change, which is output 1. */
interface NewTransaction {
  readonly txid: string;
  readonly inputs: readonly string[];
  readonly change?: bigint;
}

/** The tables of a chain without a node: blocks contain what the test says. */
export interface UtxoBooks {
  /** Saves a block with coins from others (their txid, output 0), signed transactions, and outpoints that foreign transactions spend. */
  mine(block?: {
    readonly coins?: readonly string[];
    readonly transactions?: readonly string[];
    readonly spends?: Readonly<Record<string, string>>;
    /** Transactions of coins in no block, of which another one in this block spends an input. */
    readonly excludes?: readonly string[];
  }): Promise<void>;
  /** Discards the newest blocks. */
  discard(blocks: number): Promise<void>;
  /** Orders payouts and signs one transaction for them. */
  sign(transaction: NewTransaction, payouts: Readonly<Record<string, number>>): Promise<void>;
  /** Records another version of the payout's transaction; `further`: what it spends in addition. */
  replace(reference: string, next: { readonly txid: string; readonly further?: string; readonly change?: bigint }): Promise<void>;
  recorded(reference: string): Promise<RecordedPayout>;
}

const coinOf = (outpoint: string) => {
  const [txid = '', vout = ''] = outpoint.split(':');
  return { txid, vout: Number(vout), amount: AMOUNT };
};

export async function createUtxoBooks(db: Db): Promise<UtxoBooks> {
  let cursor: Cursor = { chain: BOOKS_CHAIN, height: START, hash: `block-${START}` };
  const signed = new Map<string, SignedTransaction>();
  let blocks = 0;
  await startCursor(db, cursor, NOW);
  const versionOf = ({ txid, inputs, change = 0n }: NewTransaction): SignedTransaction => {
    const version = { txid, chain: BOOKS_CHAIN, rawTx: '00', fee: 1n, change, inputs };
    signed.set(txid, version);
    return version;
  };
  const recorded = async (reference: string): Promise<RecordedPayout> => {
    const row = await findPayout(db, reference);
    if (row?.state !== 'recorded') throw new Error(`${reference} is not recorded`);
    return row;
  };
  return {
    recorded,
    async mine({ coins = [], transactions = [], spends = {}, excludes = [] } = {}) {
      const height = cursor.height + 1;
      const next = { height, hash: `block-${height}-${(blocks += 1)}` };
      const ours = transactions.map((txid) => {
        const version = signed.get(txid);
        if (!version) throw new Error(`${txid} is not signed`);
        return version;
      });
      const coin = { script: BOOKS_SCRIPT, isCoinbase: false, blockHeight: height, inputs: [] };
      await saveRange(db, cursor, {
        blocks: [next],
        deposits: [],
        coins: [
          ...coins.map((txid) => ({ ...coin, txid, vout: 0, amount: AMOUNT })),
          ...ours.filter(({ change }) => change > 0n).map(({ txid, change }) => ({ ...coin, txid, vout: 1, amount: change })),
        ],
        spends: [
          ...ours.flatMap(({ txid, inputs }) => inputs.map((outpoint) => ({ outpoint, spentBy: txid }))),
          ...Object.entries(spends).map(([outpoint, spentBy]) => ({ outpoint, spentBy })),
        ].map(({ outpoint, spentBy }) => ({ ...coinOf(outpoint), spentBy, blockHeight: height })),
        mined: transactions.map((txid) => ({ txid, blockHeight: height })),
        changed: [],
        excluded: excludes.map((txid) => ({ txid, blockHeight: height })),
        now: NOW,
      });
      cursor = { chain: BOOKS_CHAIN, ...next };
    },
    async discard(count) {
      const to = { height: cursor.height - count, hash: `common-${(blocks += 1)}` };
      if (!(await rewind(db, cursor, { ...to, now: NOW }))) throw new Error('the chain was not rewound');
      cursor = { chain: BOOKS_CHAIN, ...to };
    },
    async sign(transaction, payouts) {
      for (const [reference, requiredConfirmations] of Object.entries(payouts)) {
        const terms = {
          reference,
          rail: BOOKS_RAIL,
          paymentSystemCode: 'LTC',
          destination: 'address',
          amount: AMOUNT,
          requiredConfirmations,
        };
        await insertPayout(db, terms, { problem: null, now: NOW });
      }
      const first = {
        signed: versionOf(transaction),
        coins: transaction.inputs.map(coinOf),
        raiseFrom: 0,
        now: NOW,
        isPaused: async () => false,
      };
      if (!(await recordTransaction(db, Object.keys(payouts), first))) throw new Error(`${transaction.txid} was not recorded`);
    },
    async replace(reference, { txid, further, change }) {
      const row = await recorded(reference);
      const coins = further === undefined ? [] : [further];
      const version = versionOf({ txid, inputs: [...row.signed.inputs, ...coins], ...(change === undefined ? {} : { change }) });
      if (
        !(await recordReplacement(db, row, {
          signed: version,
          coins: coins.map(coinOf),
          raiseFrom: 0,
          now: NOW,
          isPaused: async () => false,
        }))
      )
        throw new Error(`${txid} was not recorded`);
    },
  };
}
