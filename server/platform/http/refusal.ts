import type { AnswerCode } from '#contract/refusals.ts';
import type { Refusal } from '#core/refusal.ts';
import { refuse, type Result } from '#core/result.ts';

/** A refusal of a call: a business refusal, or one of the request's form with its location. */
export interface CallRefusal<Code extends AnswerCode = AnswerCode> extends Refusal<Code> {
  /** JSON pointer to the offending member, where it is not an attribute: `/data/type`. */
  readonly pointer?: string;
  /** The offending query parameter. */
  readonly parameter?: string;
  /** The offending request header. */
  readonly header?: string;
}

/** Result of a step of a call: a value, or the refusals that end the call. */
export type CallResult<T> = Result<T, AnswerCode>;

/** Refuses a call for one reason. */
export const refuseCall = <Code extends AnswerCode>(refusal: CallRefusal<Code>) => refuse(refusal);
