import http from 'node:http';
import type net from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSmtpMailer } from '#server/adapters/mail/smtp.ts';
import { createTelegramBot } from '#server/adapters/messengers/telegram.ts';
import { createRpc } from '#server/adapters/rails/evm/rpc.ts';
import { startTcpProxy, type ProxyMode, type TcpProxy } from '#tests/make/tcp-proxy.ts';
import { startTelegram, type TelegramStandIn } from '#tests/make/telegram-api.ts';

const MODES: readonly ProxyMode[] = ['refuse', 'close', 'hang', 'cut'];
const portOf = (address: net.AddressInfo | string | null): number => (typeof address === 'object' && address !== null ? address.port : 0);

/** A service behind its own proxy, called once; true if it answered. */
interface Service {
  readonly proxy: TcpProxy;
  readonly request: () => Promise<boolean>;
}

let smtp: SMTPServer;
let node: http.Server;
let telegram: TelegramStandIn;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _, done) => void stream.resume().on('end', () => done()),
  });
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', () => resolve()));
  node = http.createServer((_, answer) => answer.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}'));
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  telegram = await startTelegram();
});
afterAll(async () => {
  for (const end of ends) await end();
  node.close();
  await telegram.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

async function proxyTo(port: number): Promise<TcpProxy> {
  const proxy = await startTcpProxy({ host: '127.0.0.1', port });
  ends.push(() => proxy.close());
  return proxy;
}

const mail = { to: 'guest@example.org', subject: 'Order', text: 'Order', html: '<p>Order</p>' };

const SERVICES: Readonly<Record<string, () => Promise<Service>>> = {
  async mail() {
    const proxy = await proxyTo(portOf(smtp.server.address()));
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${proxy.port}`, from: 'exchange@example.org' });
    ends.push(() => mailer.stop());
    let sent = 0;
    return { proxy, request: async () => (await mailer.send({ ...mail, id: `mail-${(sent += 1)}` })).outcome === 'sent' };
  },
  async 'the bot’s long poll'() {
    const proxy = await proxyTo(Number(new URL(telegram.url).port));
    const bot = createTelegramBot({ apiUrl: `http://127.0.0.1:${proxy.port}`, token: telegram.token });
    return { proxy, request: async () => (await bot.updates(null, new AbortController().signal)).outcome === 'updates' };
  },
  async 'a chain’s node'() {
    const proxy = await proxyTo(portOf(node.address()));
    const rpc = createRpc(`http://127.0.0.1:${proxy.port}`);
    return {
      proxy,
      request: () =>
        rpc.call('eth_blockNumber', []).then(
          (result) => result === '0x1',
          () => false,
        ),
    };
  },
};

describe.concurrent.each(Object.entries(SERVICES))('%s', (_, open) => {
  it.each(MODES)('behind a proxy failure "%s" works again, and its connections do not multiply', async (mode) => {
    const { proxy, request } = await open();
    expect(await request()).toBe(true);
    proxy.takeAccepted();
    await proxy.set(mode);
    expect(await request()).toBe(false);
    // One request opens one or two connections: the caller decides when to retry
    expect(proxy.takeAccepted()).toBeLessThanOrEqual(2);
    await proxy.set('pass');
    // One connection kept from before may be dead
    expect((await request()) || (await request())).toBe(true);
    expect(proxy.open()).toBeLessThanOrEqual(2);
  });
});
