import * as z from 'zod/mini';

/** An event of a test order for its partner, handed to the shop's webhooks. */
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

/** Messages from the shop to the sandbox: start settings, and acknowledgements of events. */
export const ToSandbox = z.discriminatedUnion('say', [
  z.object({
    say: z.literal('begin'),
    token: z.string(),
    databaseUrl: z.string(),
    dataDir: z.string(),
    publicUrl: z.string(),
    logLevel: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
  }),
  z.object({ say: z.literal('taken'), hand: z.int(), isTaken: z.boolean() }),
]);
export type ToSandbox = z.output<typeof ToSandbox>;
export type BeginMessage = Extract<ToSandbox, { readonly say: 'begin' }>;

/** Messages from the sandbox: its port, a sign of life, and events for partners. */
export const FromSandbox = z.discriminatedUnion('say', [
  z.object({ say: z.literal('ready'), port: z.int() }),
  z.object({ say: z.literal('alive') }),
  z.object({ say: z.literal('events'), hand: z.int(), events: z.array(SandboxEvent) }),
]);
export type FromSandbox = z.output<typeof FromSandbox>;

/** Interval of the sign of life, and the silence after which the process is killed. */
export const ALIVE_INTERVAL_MS = 5_000;
export const MAX_SILENCE_MS = 45_000;
