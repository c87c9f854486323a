import net from 'node:net';
import type { App } from './assemble.ts';
import { sandboxConfig } from './assemble-sandbox.ts';
import { createLog } from './platform/log.ts';
import { ALIVE_INTERVAL_MS, type BeginMessage, type FromSandbox, type SandboxEvent, ToSandbox } from './sandbox/messages.ts';

/* Entry of the sandbox process. The main process starts it, sends its settings over the IPC channel and ends it (decision 0064). */

process.env['NODE_ENV'] ??= 'production';

const STOP_DEADLINE_MS = 5_000;
const STORE_DEADLINE_MS = 10_000;

const send = (message: FromSandbox): void => void (process.connected && process.send?.(message, () => undefined));
const resolvers = new Map<number, (isStored: boolean) => void>();
let batchCount = 0;

/** Sends events to the main process. Resolves after they were stored there, rejects if not or too late. */
function deliverEvents(events: readonly SandboxEvent[]): Promise<void> {
  const batchId = ++batchCount;
  return new Promise<void>((resolve, reject) => {
    const timeout = setTimeout(() => resolvers.get(batchId)?.(false), STORE_DEADLINE_MS);
    resolvers.set(batchId, (isStored) => {
      clearTimeout(timeout);
      resolvers.delete(batchId);
      if (isStored) resolve();
      else reject(new Error('The main process has not stored the events'));
    });
    send({ type: 'events', batchId, events: [...events] });
  });
}

/** A free port. If another process takes it in between, the main process starts another sandbox. */
async function findFreePort(): Promise<number> {
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
    const port = await findFreePort();
    const assembled = await assemble(sandboxConfig(input, port), { log, sandboxSide: { token: input.token, deliverEvents } });
    app = assembled;
    await assembled.start();
    send({ type: 'ready', port });
  } catch (error) {
    log.warn({ error }, 'sandbox_start_failed');
    stopWith(1);
  }
}

process.on('message', (message) => {
  const parsed = ToSandbox.parse(message);
  if (parsed.type === 'begin') void begin(parsed);
  else resolvers.get(parsed.batchId)?.(parsed.isStored);
});
setInterval(() => send({ type: 'alive' }), ALIVE_INTERVAL_MS).unref();
process.on('SIGTERM', () => stopWith(0));
// Ctrl-C in a terminal signals both processes: the main process stops in order and then ends this one
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
process.on('disconnect', () => stopWith(0));
