import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressOfHex, hexOfAddress } from '#server/adapters/rails/tron/address.ts';
import { BYTE_PRICE, createTronChain, ENERGY_PRICE, type Executed, randomHex, type TronBlock, type TronChain } from './tron-chain.ts';
import { decodeTransaction } from './tron-transaction.ts';

/* A node of a TRON network with its HTTP API. Transactions are decoded and checked by `tronweb`, independently of the rail. */

const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export interface TronStandIn {
  /** Base addresses of two connections; `cut` affects the first. */
  readonly url: string;
  readonly otherUrl: string;
  readonly genesis: string;
  /** Puts a transfer from an outside account, which has whatever it sends, among the waiting transactions. Returns its id. */
  send(transfer: { readonly to: string; readonly amount: bigint; readonly contract?: string }): string;
  deployToken(): string;
  /** Makes an account exist, with coin. */
  activate(address: string, amount: bigint): void;
  give(contract: string, address: string, amount: bigint): void;
  mine(count?: number): void;
  /** Replaces the last blocks, none of them solid, by one more block without their transactions. */
  reorganise(depth: number): void;
  /** Time between the last block and the next. */
  skipTime(ms: number): void;
  /** The issuer of a token freezes an address. */
  freeze(contract: string, address: string): void;
  /** Transfers of this token to `to` fail when they are executed. */
  revertTransfersTo(to: string): void;
  /** Waiting transactions are forgotten, and further ones accepted and not executed, until called with false. */
  loseTransactions(isLosing: boolean): void;
  balance(address: string, contract?: string): bigint;
  /** Executed transactions of an account. */
  sentBy(address: string): readonly { readonly txId: string; readonly result: string; readonly fee: bigint }[];
  /** Number of the block that contains a transaction. */
  blockOf(txId: string): number | undefined;
  cut(): void;
  heal(): void;
  /** The next call of a path reaches the node, but its response is lost. */
  loseAnswer(path: string): void;
  /** Responses of a path are replaced until `heal`. */
  replaceAnswer(path: string, body: unknown): void;
  close(): Promise<void>;
}

const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const hexText = (text: string): string => Buffer.from(text).toString('hex');

/** The node leaves out what is zero or empty. */
const present = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== 0 && value !== ''));

function transactionJson({ txID, owner, to, amount, contract, result, expiration }: Executed): unknown {
  const value =
    contract === null
      ? { amount: Number(amount), owner_address: hexOfAddress(owner), to_address: hexOfAddress(to) }
      : { data: `a9059cbb${word(BigInt(`0x${hexOfAddress(to).slice(2)}`))}${word(amount)}`, owner_address: hexOfAddress(owner) };
  const type = contract === null ? 'TransferContract' : 'TriggerSmartContract';
  return {
    ret: [{ contractRet: result }],
    signature: [randomHex(65)],
    txID,
    raw_data: { contract: [{ parameter: { value, type_url: `type.googleapis.com/protocol.${type}` }, type }], expiration },
  };
}

function blockJson(block: TronBlock | undefined): unknown {
  if (!block) return {};
  const { number, parentId, time, transactions } = block;
  return {
    blockID: block.id,
    block_header: { raw_data: present({ number, parentHash: parentId, timestamp: time }), witness_signature: randomHex(65) },
    ...(transactions.length === 0 ? {} : { transactions: transactions.map(transactionJson) }),
  };
}

function infoJson({ txID, owner, to, amount, contract, result, fee }: Executed, block: TronBlock): unknown {
  const topics = [TRANSFER_TOPIC, ...[owner, to].map((address) => hexOfAddress(address).slice(2).padStart(64, '0'))];
  const log =
    contract !== null && result === 'SUCCESS' ? [{ address: hexOfAddress(contract).slice(2), topics, data: word(amount) }] : undefined;
  return present({
    id: txID,
    fee: Number(fee),
    blockNumber: block.number,
    blockTimeStamp: block.time,
    contractResult: [''],
    receipt: contract === null ? {} : { result, energy_usage_total: 1 },
    log,
    result: result === 'SUCCESS' ? undefined : 'FAILED',
  });
}

function simulate(chain: TronChain, block: TronBlock, body: Readonly<Record<string, string>>): unknown {
  const contract = addressOfHex(body['contract_address'] ?? '');
  const owner = addressOfHex(body['owner_address'] ?? '');
  const parameter = body['parameter'] ?? '';
  const failed = { result: { result: true, message: hexText('REVERT opcode executed') }, transaction: { ret: [{ ret: 'FAILED' }] } };
  if (!chain.tokens.has(contract)) return { result: { code: 'CONTRACT_VALIDATE_ERROR', message: hexText('Smart contract is not exist.') } };
  const done = (result: bigint, energy: bigint) => ({
    result: { result: true },
    energy_used: Number(energy),
    constant_result: [word(result)],
    transaction: { ret: [{}] },
  });
  const subject = addressOfHex(parameter.slice(0, 64));
  switch (body['function_selector']) {
    case 'decimals()':
      return done(6n, 500n);
    case 'balanceOf(address)':
      return done(chain.held(block.accounts, contract, subject), 900n);
    case 'isBlackListed(address)':
      return done(chain.frozen.has(`${contract} ${subject}`) ? 1n : 0n, 900n);
    case 'transfer(address,uint256)': {
      const amount = BigInt(`0x${parameter.slice(64)}`);
      if (chain.held(block.accounts, contract, owner) < amount || chain.frozen.has(`${contract} ${owner}`)) return failed;
      // The contract of USDT on this network returns false from a transfer that succeeds
      return done(0n, chain.energyOf(block.accounts, { contract, to: subject }));
    }
    default:
      return failed;
  }
}

function broadcast(chain: TronChain, rawTx: string): unknown {
  const refuse = (code: string) => ({ code, message: hexText(code) });
  try {
    const { refBytes, refHash, ...tx } = decodeTransaction(rawTx);
    const reference = chain.blocks.findLast(({ id }) => id.slice(12, 16) === refBytes && id.slice(16, 32) === refHash);
    if (!reference) return refuse('TAPOS_ERROR');
    if (chain.isKnown(tx.txID)) return refuse('DUP_TRANSACTION_ERROR');
    if (tx.expiration <= chain.tip().time || tx.expiration > chain.tip().time + 86_400_000) return refuse('TRANSACTION_EXPIRATION_ERROR');
    const own = chain.tip().accounts.coin.get(tx.owner) ?? 0n;
    if (own < tx.bytes * BYTE_PRICE + (tx.contract === null ? tx.amount : 0n)) return refuse('CONTRACT_VALIDATE_ERROR');
    chain.wait(tx);
    return { result: true, txid: tx.txID };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : 'OTHER_ERROR');
  }
}

const PARAMETERS = {
  chainParameter: [
    { key: 'getEnergyFee', value: Number(ENERGY_PRICE) },
    { key: 'getTransactionFee', value: Number(BYTE_PRICE) },
    { key: 'getCreateAccountFee', value: 100_000 },
    { key: 'getCreateNewAccountFeeInSystemContract', value: 1_000_000 },
    { key: 'getAllowAdaptiveEnergy' },
  ],
};

type Body = Readonly<Record<string, string>> & { readonly num?: number };

function answer(chain: TronChain, path: string, body: Body): unknown {
  const [state, method] = path.split('/');
  const tip = state === 'walletsolidity' ? chain.solid() : chain.tip();
  const blockAt = (number = 0) => (number <= tip.number ? chain.blocks[number] : undefined);
  switch (method) {
    case 'getnowblock':
      return blockJson(tip);
    case 'getblockbynum':
      return blockJson(blockAt(body.num));
    case 'gettransactioninfobyblocknum': {
      const block = blockAt(body.num);
      return block?.transactions.map((tx) => infoJson(tx, block)) ?? [];
    }
    case 'gettransactioninfobyid': {
      const block = chain.blocks.find(
        ({ number, transactions }) => number <= tip.number && transactions.some(({ txID }) => txID === body['value']),
      );
      const found = block?.transactions.find(({ txID }) => txID === body['value']);
      return block && found ? infoJson(found, block) : {};
    }
    case 'getaccount': {
      const balance = tip.accounts.coin.get(addressOfHex(body['address'] ?? ''));
      return balance === undefined ? {} : present({ address: body['address'], balance: Number(balance), create_time: 1 });
    }
    case 'getcontract':
      return chain.tokens.has(addressOfHex(body['value'] ?? '')) ? { contract_address: body['value'], bytecode: '60' } : {};
    case 'triggerconstantcontract':
      return simulate(chain, tip, body);
    case 'getchainparameters':
      return PARAMETERS;
    case 'broadcasthex':
      return broadcast(chain, body['transaction'] ?? '');
    default:
      throw new Error(`no such method: ${path}`);
  }
}

export async function startTronNode(): Promise<TronStandIn> {
  const chain = createTronChain();
  const lost = new Set<string>();
  const replaced = new Map<string, unknown>();
  let isCut = false;
  const server = createServer((request, reply) => {
    const [, connection, ...rest] = (request.url ?? '').split('/');
    const path = rest.join('/');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isFirst = connection === 'a';
      if (isFirst && isCut) return void request.socket.destroy();
      const result = answer(chain, path, JSON.parse(Buffer.concat(chunks).toString() || '{}') as Body);
      if (isFirst && lost.delete(path)) return void request.socket.destroy();
      reply.setHeader('content-type', 'application/json');
      reply.end(JSON.stringify(isFirst && replaced.has(path) ? replaced.get(path) : result));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${base}/a`,
    otherUrl: `${base}/b`,
    genesis: chain.blocks[0]?.id ?? '',
    send({ to, amount, contract = null }: { readonly to: string; readonly amount: bigint; readonly contract?: string | null }) {
      const txID = randomHex(32);
      chain.wait({ txID, owner: chain.outside, to, amount, contract, feeLimit: 0n, expiration: Number.MAX_SAFE_INTEGER, bytes: 0n });
      return txID;
    },
    deployToken() {
      const contract = addressOfHex(randomHex(20));
      chain.tokens.add(contract);
      return contract;
    },
    activate: (address, amount) => void chain.tip().accounts.coin.set(address, amount),
    give: (contract, address, amount) => void chain.tip().accounts.token.set(`${contract} ${address}`, amount),
    mine: (count = 1) => chain.mine(count),
    reorganise: (depth) => chain.reorganise(depth),
    skipTime: (ms) => chain.skipTime(ms),
    freeze: (contract, address) => void chain.frozen.add(`${contract} ${address}`),
    revertTransfersTo: (to) => void chain.reverting.add(to),
    loseTransactions: (isLosing) => chain.lose(isLosing),
    balance: (address, contract) =>
      contract === undefined ? (chain.tip().accounts.coin.get(address) ?? 0n) : chain.held(chain.tip().accounts, contract, address),
    sentBy: (address) =>
      chain.blocks.flatMap(({ transactions }) =>
        transactions.filter(({ owner }) => owner === address).map(({ txID: txId, result, fee }) => ({ txId, result, fee })),
      ),
    blockOf: (txId) => chain.blocks.find(({ transactions }) => transactions.some(({ txID }) => txID === txId))?.number,
    cut: () => void (isCut = true),
    heal() {
      isCut = false;
      lost.clear();
      replaced.clear();
    },
    loseAnswer: (path) => void lost.add(path),
    replaceAnswer: (path, body) => void replaced.set(path, body),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
