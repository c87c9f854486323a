import type { Refusal, RefusalCode } from './refusal.ts';

/** The result of a decision: a value, or the refusals that say why not. Faults are thrown, never returned. */
export type Result<T, Code extends string = RefusalCode> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusals: readonly Refusal<Code>[] };

/** An accepted result. */
export const accept = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** A refused result, with at least one refusal. */
export const refuse = <Code extends string>(
  ...refusals: [Refusal<Code>, ...Refusal<Code>[]]
): { readonly ok: false; readonly refusals: readonly Refusal<Code>[] } => ({ ok: false, refusals });
