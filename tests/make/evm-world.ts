import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HDKey } from '@scure/bip32';
import { getAddress, hexToBytes, type Address, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { createEvmRail, type EvmSettings } from '#server/adapters/rails/evm/evm-rail.ts';
import type { IsPaused, PayOutRequest, Rail, ReceiveRequest, RequisitesOffer } from '#server/adapters/rails/port.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { startChain, type TestChain, type Wallet } from './anvil.ts';
import { createTestDatabase } from './database.ts';

const ETHER = 10n ** 18n;
export const CONFIRMATIONS = 3;

export interface LogEntry {
  readonly level: keyof Log;
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A log whose entries tests can read. */
export function recordingLog(): { readonly log: Log; readonly lines: LogEntry[] } {
  const lines: LogEntry[] = [];
  const at = (level: keyof Log) => (fields: Readonly<Record<string, unknown>>, event: string) => void lines.push({ level, event, fields });
  return { lines, log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
}

/** A payment system on the test chain: its coin, or the token of `contract`. */
export function evmPaymentSystem(settings: {
  readonly code: string;
  readonly scale: number;
  readonly contract?: Address;
  readonly chainId?: number;
}): PaymentSystem {
  const wallet = {
    key: 'wallet',
    label: { ru: 'Кошелёк', en: 'Wallet' },
    kind: 'wallet',
    required: true,
    pattern: null,
    example: null,
  } as const;
  return {
    code: settings.code,
    kind: 'crypto',
    stage: 'ready',
    name: { ru: settings.code, en: settings.code },
    aliases: [],
    currency: settings.code,
    asset: settings.code,
    incomeWallet: settings.code,
    outcomeWallet: settings.code,
    marketSymbol: settings.code,
    network: 'ERC20',
    rail: 'evm',
    railSettings: {
      ...(settings.contract === undefined ? {} : { contract: settings.contract }),
      ...(settings.chainId === undefined ? {} : { chain_id: String(settings.chainId) }),
    },
    scale: settings.scale,
    precision: Math.min(8, settings.scale),
    minAmount: 1n,
    maxAmount: 10n ** 24n,
    reserveBuffer: 0n,
    networkFee: 0n,
    requiredConfirmations: CONFIRMATIONS,
    incomeEnabled: true,
    outcomeEnabled: true,
    referalOutputEnabled: false,
    incomeFields: [],
    outcomeFields: [{ ...wallet, minLength: null, maxLength: null, digits: null, network: 'ETH', countries: null, mayBeAbsent: false }],
    mark: { monogram: 'E', tint: 'ink' },
    sort: 0,
  };
}

/** A proxy to a node that can be cut, lose or replace responses. */
export interface NodeConnection {
  readonly url: string;
  cut(): void;
  heal(): void;
  /** The next call of this method reaches the node, but its response is lost. */
  loseAnswer(method: string): void;
  /** Calls of this method are answered by the proxy, without a node; a function gets their params. */
  answerItself(method: string, result: unknown): void;
  /** Calls of this method are refused with this code until `heal`. */
  refuse(method: string, code: number): void;
  /** Responses of this method are replaced until `heal`. */
  replaceAnswer(method: string, result: unknown): void;
  close(): Promise<void>;
}

interface ConnectionState {
  isCut: boolean;
  readonly lost: Set<string>;
  readonly replaced: Map<string, unknown>;
  readonly own: Map<string, unknown>;
  readonly refused: Map<string, number>;
}

async function forward(
  target: string,
  state: ConnectionState,
  { request, reply }: { readonly request: IncomingMessage; readonly reply: ServerResponse },
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const { method, id, params } = JSON.parse(body) as { method: string; id: number; params: readonly unknown[] };
  const code = state.refused.get(method);
  if (code !== undefined) {
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: 'refused' } }));
    return;
  }
  if (state.own.has(method)) {
    const own = state.own.get(method);
    const result: unknown = typeof own === 'function' ? own(params) : own;
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    return;
  }
  const { authorization } = request.headers;
  const headers = { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) };
  const answer = state.isCut ? undefined : await fetch(target, { method: 'POST', headers, body });
  const text = await answer?.text();
  if (text === undefined || state.lost.delete(method)) {
    request.socket.destroy();
    return;
  }
  reply.statusCode = answer?.status ?? 200;
  reply.setHeader('content-type', 'application/json');
  reply.end(state.replaced.has(method) ? JSON.stringify({ jsonrpc: '2.0', id, result: state.replaced.get(method) }) : text);
}

/** A proxy to one node. */
export async function connectTo(target: string): Promise<NodeConnection> {
  const state: ConnectionState = { isCut: false, lost: new Set(), replaced: new Map(), own: new Map(), refused: new Map() };
  const server = createServer((request, reply) => {
    forward(target, state, { request, reply }).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => void (state.isCut = true),
    heal() {
      state.isCut = false;
      state.lost.clear();
      state.replaced.clear();
      state.own.clear();
      state.refused.clear();
    },
    refuse: (method, code) => void state.refused.set(method, code),
    loseAnswer: (method) => void state.lost.add(method),
    answerItself: (method, result) => void state.own.set(method, result),
    replaceAnswer: (method, result) => void state.replaced.set(method, result),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** An account-level key of a random seed. */
export const newAccountKey = (): HDKey => HDKey.fromMasterSeed(hexToBytes(generatePrivateKey())).derive("m/44'/60'/0'");

interface RailOptions {
  readonly maxBlocksPerPoll?: number;
  /** How far this rail's clock is ahead, in ms. */
  readonly aheadMs?: number;
  /** Default: never. */
  readonly isPaused?: IsPaused;
}

/** A chain, a database, a token, a funded payout account and rails using them. */
export interface EvmWorld {
  readonly chain: TestChain;
  readonly db: Db;
  readonly wire: NodeConnection;
  readonly payer: Wallet;
  readonly token: Address;
  readonly otherToken: Address;
  readonly payoutKey: Hex;
  readonly eth: PaymentSystem;
  readonly usdt: PaymentSystem;
  readonly lines: LogEntry[];
  /** A separate rail object: another process, or this one after a restart. */
  newRail(settings?: Partial<EvmSettings> & RailOptions): Rail;
  close(): Promise<void>;
}

export async function createEvmWorld(): Promise<EvmWorld> {
  const [database, chain] = await Promise.all([createTestDatabase(), startChain()]);
  const wire = await connectTo(chain.rpcUrl);
  const payer = await chain.wallet(1_000n * ETHER);
  const [token, otherToken] = [await chain.deployToken(payer), await chain.deployToken(payer)];
  const paying = await chain.wallet(1_000n * ETHER);
  await chain.send(payer, { to: paying.address, amount: 10n ** 14n, token });
  await chain.mine();
  const { log, lines } = recordingLog();
  const defaults: EvmSettings = {
    rpcUrl: wire.url,
    xpub: newAccountKey().publicExtendedKey,
    payoutKey: paying.privateKey,
    explorerUrl: null,
    requiredConfirmations: CONFIRMATIONS,
    developmentOnly: true,
  };
  const eth = evmPaymentSystem({ code: 'ETH', scale: 18, chainId: chain.chainId });
  const usdt = evmPaymentSystem({ code: 'USDTERC20', scale: 6, contract: token, chainId: chain.chainId });
  const paymentSystem = (code: string) => [eth, usdt].find((one) => one.code === code);
  return {
    chain,
    db: database.db,
    wire,
    payer,
    token,
    otherToken,
    payoutKey: paying.privateKey,
    eth,
    usdt,
    lines,
    newRail({ maxBlocksPerPoll, aheadMs = 0, isPaused = async () => false, ...settings } = {}) {
      const clock = { now: () => Date.now() + aheadMs };
      const options = maxBlocksPerPoll === undefined ? {} : { maxBlocksPerPoll };
      return createEvmRail({ db: database.db, clock, log, settings: { ...defaults, ...settings }, paymentSystem, isPaused, ...options });
    },
    async close() {
      await wire.close();
      await chain.stop();
      await database.drop();
    },
  };
}

let sequence = 0;

export function receiveRequest(paymentSystem: PaymentSystem, amount: bigint): ReceiveRequest {
  sequence += 1;
  return {
    orderId: `order-${sequence}`,
    paymentSystem,
    amount,
    payerRequisites: {},
    locale: 'ru',
    successUrl: 'https://exchange.example/ok',
    failureUrl: 'https://exchange.example/no',
  };
}

/** A payout to a new address, unless one is given. */
export function payOutRequest(paymentSystem: PaymentSystem, amount: bigint, to?: string): PayOutRequest {
  sequence += 1;
  return {
    reference: crypto.randomUUID(),
    orderId: `order-${sequence}`,
    paymentSystem,
    amount,
    destination: { wallet: to ?? newAddress() },
  };
}

export const newAddress = (): Address => privateKeyToAddress(generatePrivateKey());

export async function offerOf(rail: Rail, request: ReceiveRequest): Promise<RequisitesOffer & { readonly address: Address }> {
  const answer = await rail.receive(request);
  if (answer.outcome !== 'offered') throw new Error(`no offer: ${answer.reason}`);
  return { ...answer.offer, address: getAddress(answer.offer.fields[0]?.value ?? '') };
}
