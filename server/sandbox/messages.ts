import * as z from 'zod/mini';

/** An event of a test order, sent to the main process for its partner's webhooks. */
export const SandboxEvent = z.object({
  id: z.string(),
  userId: z.uuid(),
  orderId: z.string(),
  sequence: z.int(),
  topic: z.string(),
  body: z.string(),
  at: z.number(),
});
export type SandboxEvent = z.output<typeof SandboxEvent>;

/** Messages from the main process to the sandbox: settings, and whether a batch of events was stored. */
export const ToSandbox = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('begin'),
    token: z.string(),
    databaseUrl: z.string(),
    dataDir: z.string(),
    publicUrl: z.string(),
    logLevel: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
  }),
  z.object({ type: z.literal('batch_result'), batchId: z.int(), isStored: z.boolean() }),
]);
export type ToSandbox = z.output<typeof ToSandbox>;
export type BeginMessage = Extract<ToSandbox, { readonly type: 'begin' }>;

/** Messages from the sandbox: its port, a heartbeat, and batches of events for partners. */
export const FromSandbox = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), port: z.int() }),
  z.object({ type: z.literal('alive') }),
  z.object({ type: z.literal('events'), batchId: z.int(), events: z.array(SandboxEvent) }),
]);
export type FromSandbox = z.output<typeof FromSandbox>;

/** Interval of the heartbeat, and the silence after which the process is killed. */
export const ALIVE_INTERVAL_MS = 5_000;
export const MAX_SILENCE_MS = 45_000;
