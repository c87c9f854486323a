import * as z from 'zod/mini';

/** What a test order's partner is told, on its way to the courier of the shop. */
export const HandedEvent = z.object({
  id: z.string(),
  userId: z.uuid(),
  orderId: z.string(),
  sequence: z.int(),
  topic: z.string(),
  body: z.string(),
  at: z.number(),
});
export type HandedEvent = z.output<typeof HandedEvent>;

/** What the shop says to its sandbox: how to begin, and that it has taken what was handed over. */
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
export type Begin = Extract<ToSandbox, { readonly say: 'begin' }>;

/** What it says back: where it answers, that it lives, and what is to be told to partners. */
export const FromSandbox = z.discriminatedUnion('say', [
  z.object({ say: z.literal('ready'), port: z.int() }),
  z.object({ say: z.literal('alive') }),
  z.object({ say: z.literal('events'), hand: z.int(), events: z.array(HandedEvent) }),
]);
export type FromSandbox = z.output<typeof FromSandbox>;

/** It says so often that it lives, and is ended after so long a silence: a process that hangs answers nobody. */
export const ALIVE_EVERY_MS = 5_000;
export const SILENT_MS = 45_000;
