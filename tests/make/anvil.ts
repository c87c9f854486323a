import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createPublicClient, createTestClient, createWalletClient, http, type Address, type Hash, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { TOKEN_ABI, TOKEN_BYTECODE } from './token.ts';

export type Wallet = PrivateKeyAccount & { readonly privateKey: Hex };

/** A local development chain. Blocks are mined only by `mine`. */
export interface TestChain {
  readonly rpcUrl: string;
  readonly chainId: number;
  /** Any JSON-RPC call (`anvil_reorg`, `evm_snapshot` ...). */
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>;
  mine(blocks?: number): Promise<void>;
  height(): Promise<number>;
  /** A new wallet with this much coin (wei). */
  wallet(balance?: bigint): Promise<Wallet>;
  /** Deploys `token.sol`; the whole supply belongs to `owner`. Mines one block. */
  deployToken(owner: Wallet, settings?: { readonly decimals?: number; readonly supply?: bigint }): Promise<Address>;
  /** Sends coin or, with `token`, tokens. Not mined yet. */
  send(from: Wallet, transfer: { readonly to: Address; readonly amount: bigint; readonly token?: Address }): Promise<Hash>;
  /** One transaction with two token transfers of the same amount. Not mined yet. */
  sendTwice(
    from: Wallet,
    transfer: { readonly first: Address; readonly second: Address; readonly amount: bigint; readonly token: Address },
  ): Promise<Hash>;
  balance(owner: Address, token?: Address): Promise<bigint>;
  stop(): Promise<void>;
}

const ETHER = 10n ** 18n;
const START_LIMIT_MS = 30_000;
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** The executable inside the package npm chose for this platform; the wrapper's install script is not needed. */
function anvilBinary(): string {
  const require = createRequire(import.meta.url);
  const wrapper = require.resolve('@foundry-rs/anvil/package.json');
  const native = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`;
  const binary = join(dirname(createRequire(wrapper).resolve(`${native}/package.json`)), 'bin', 'anvil');
  if (!existsSync(binary)) throw new Error(`no development chain for this platform: ${binary}`);
  return binary;
}

// The shell waits on a pipe of this process: when the process ends in any way, the pipe closes and the chain stops.
const WATCHDOG = '"$0" "$@" </dev/null & P=$!; trap "kill $P" INT TERM; cat >/dev/null; kill $P; wait $P';

/** Starts anvil on a free or given port and waits until it listens. */
async function startProcess(port: number): Promise<{ port: number; stop(): Promise<void> }> {
  const args = ['--port', String(port), '--host', '127.0.0.1', '--no-mining', '--accounts', '1', '--hardfork', 'cancun'];
  const child = spawn('sh', ['-c', WATCHDOG, anvilBinary(), ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.stdin.end();
    await exited;
  };
  const listening = await new Promise<number>((resolve, reject) => {
    let printed = '';
    const limit = setTimeout(() => reject(new Error('anvil did not start in time')), START_LIMIT_MS);
    child.once('exit', () => reject(new Error(`anvil ended at once: ${printed}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-4_000);
      const match = /Listening on 127\.0\.0\.1:(\d+)/.exec(printed);
      if (!match) return;
      clearTimeout(limit);
      resolve(Number(match[1]));
    });
  });
  return { port: listening, stop };
}

/** Starts a development chain; ends with `stop` or with this process. */
export async function startChain(settings: { readonly port?: number } = {}): Promise<TestChain> {
  const node = await startProcess(settings.port ?? 0);
  const rpcUrl = `http://127.0.0.1:${node.port}`;
  const transport = http(rpcUrl, { retryCount: 0, timeout: 20_000 });
  const reader = createPublicClient({ transport });
  const miner = createTestClient({ transport, mode: 'anvil' });
  const chainId = await reader.getChainId();
  const chain = {
    id: chainId,
    name: 'test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  };
  const mine = (blocks = 1) => miner.mine({ blocks });
  const writer = (account: Wallet) => createWalletClient({ account, chain, transport });
  return {
    rpcUrl,
    chainId,
    rpc: (method, params = []) => reader.request({ method, params } as never),
    mine,
    height: async () => Number(await reader.getBlockNumber({ cacheTime: 0 })),
    async wallet(balance = 100n * ETHER) {
      const privateKey = generatePrivateKey();
      const account = privateKeyToAccount(privateKey);
      await miner.setBalance({ address: account.address, value: balance });
      return { ...account, privateKey };
    },
    async deployToken(owner, { decimals = 6, supply = 10n ** 15n } = {}) {
      const hash = await writer(owner).deployContract({ abi: TOKEN_ABI, bytecode: TOKEN_BYTECODE, args: [decimals, supply] });
      await mine();
      const { contractAddress } = await reader.getTransactionReceipt({ hash });
      if (!contractAddress) throw new Error('the token was not deployed');
      return contractAddress;
    },
    send: (from, { to, amount, token }) =>
      token === undefined
        ? writer(from).sendTransaction({ to, value: amount })
        : writer(from).writeContract({ abi: TOKEN_ABI, address: token, functionName: 'transfer', args: [to, amount] }),
    sendTwice: (from, { first, second, amount, token }) =>
      writer(from).writeContract({ abi: TOKEN_ABI, address: token, functionName: 'transferTwice', args: [first, second, amount] }),
    balance: (owner, token) =>
      token === undefined
        ? reader.getBalance({ address: owner })
        : reader.readContract({ abi: TOKEN_ABI, address: token, functionName: 'balanceOf', args: [owner] }),
    stop: node.stop,
  };
}
