import net from 'node:net';
import type { App } from './assemble.ts';
import { sandboxConfig } from './assemble-sandbox.ts';
import { createLog } from './platform/log.ts';
import { ALIVE_INTERVAL_MS, type BeginMessage, type FromSandbox, type SandboxEvent, ToSandbox } from './sandbox/messages.ts';

/* The sandbox beside a shop: started by it, told over the channel what it needs, gone with it (decision 0064). */

process.env['NODE_ENV'] ??= 'production';

const STOP_DEADLINE_MS = 5_000;
const TAKEN_DEADLINE_MS = 10_000;

const say = (words: FromSandbox): void => void (process.connected && process.send?.(words, () => undefined));
const waiting = new Map<number, (isTaken: boolean) => void>();
let hands = 0;

/** Hands events to the shop and waits until they are kept there. */
function give(events: readonly SandboxEvent[]): Promise<void> {
  const hand = ++hands;
  return new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => waiting.get(hand)?.(false), TAKEN_DEADLINE_MS);
    waiting.set(hand, (isTaken) => {
      clearTimeout(late);
      waiting.delete(hand);
      if (isTaken) resolve();
      else reject(new Error('The shop has not taken the events'));
    });
    say({ say: 'events', hand, events: [...events] });
  });
}

/** A port that was free a moment ago; if another process took it, the shop starts another sandbox. */
async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

let app: App | undefined;

function stopWith(code: number): void {
  if (app === undefined) process.exit(code);
  setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
  app.stop().then(
    () => process.exit(code),
    () => process.exit(1),
  );
}

async function begin(input: BeginMessage): Promise<void> {
  const log = createLog({ level: input.logLevel === 'info' ? 'warn' : input.logLevel });
  process.on('unhandledRejection', (error) => log.error({ error }, 'sandbox_unhandled_rejection'));
  process.on('uncaughtException', (error) => {
    log.error({ error }, 'sandbox_uncaught_exception');
    stopWith(1);
  });
  try {
    const { assemble } = await import('./assemble.ts');
    const port = await freePort();
    const assembled = await assemble(sandboxConfig(input, port), { log, sandboxSide: { token: input.token, give } });
    app = assembled;
    await assembled.start();
    say({ say: 'ready', port });
  } catch (error) {
    log.warn({ error }, 'sandbox_start_failed');
    stopWith(1);
  }
}

process.on('message', (message) => {
  const words = ToSandbox.parse(message);
  if (words.say === 'begin') void begin(words);
  else waiting.get(words.hand)?.(words.isTaken);
});
setInterval(() => say({ say: 'alive' }), ALIVE_INTERVAL_MS).unref();
process.on('SIGTERM', () => stopWith(0));
// A terminal's Ctrl-C reaches both of us: the shop stops at its own pace and us with it
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
process.on('disconnect', () => stopWith(0));
