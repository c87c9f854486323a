import type { AnswerCode } from '#contract/refusals.ts';
import type { Refusal } from '#core/refusal.ts';
import { refuse, type Result } from '#core/result.ts';

/** A refusal of a call: the business's own, or one of the call's shape with its place in the request. */
export interface CallRefusal<Code extends AnswerCode = AnswerCode> extends Refusal<Code> {
  /** JSON pointer into the request document, where the offending member is not an attribute: `/data/type`. */
  readonly pointer?: string;
  /** The offending query parameter. */
  readonly parameter?: string;
  /** The offending request header. */
  readonly header?: string;
}

/** What a step of answering a call gives: a value, or the refusals that end the call. */
export type CallResult<T> = Result<T, AnswerCode>;

/** Refuses a call for one reason. */
export const refuseCall = <Code extends AnswerCode>(refusal: CallRefusal<Code>) => refuse(refusal);
