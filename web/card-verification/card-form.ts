import { CARD_DIGITS } from '#core/requisites/check-requisites.ts';
import { isDigits, passesLuhn, withoutGroupMarks } from '#core/requisites/digits.ts';

/** What is typed of a card, by the names of the wire. */
export interface CardForm {
  readonly card_number: string;
  readonly name: string;
  readonly issuing_bank_id: string;
}

export type CardField = keyof CardForm;
export const CARD_FORM_FIELDS = ['card_number', 'name', 'issuing_bank_id'] as const satisfies readonly CardField[];

export const EMPTY_CARD: CardForm = { card_number: '', name: '', issuing_bank_id: '' };

const LEAST_NAME = 8;

const NUMBER_PROBLEM = 'card_verification.card_number_wrong';

function numberProblem(text: string): string | null {
  const digits = withoutGroupMarks(text.trim());
  const isLong = isDigits(digits) && digits.length >= CARD_DIGITS.min && digits.length <= CARD_DIGITS.max;
  return isLong && passesLuhn(digits) ? null : NUMBER_PROBLEM;
}

/** What the server would refuse in any case, said before a photo travels; keys of words by field. */
export function cardProblems(form: CardForm): Partial<Record<CardField, string>> {
  const number = numberProblem(form.card_number);
  const isName = [...form.name.trim()].length >= LEAST_NAME && /\p{L}/u.test(form.name);
  return {
    ...(number === null ? {} : { card_number: number }),
    ...(isName ? {} : { name: 'card_verification.name_wrong' }),
    ...(form.issuing_bank_id === '' ? { issuing_bank_id: 'card_verification.bank_wrong' } : {}),
  };
}
