import { CARD_FIELDS } from '#core/customer/card-verification.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { required, type Rule, type Rules } from '#web/form/rules.ts';

/** Input of step 1, by the field names of the API. */
export interface CardForm {
  readonly card_number: string;
  readonly name: string;
  readonly issuing_bank_id: string;
}

export type CardField = keyof CardForm;
export const CARD_FORM_FIELDS = ['card_number', 'name', 'issuing_bank_id'] as const satisfies readonly CardField[];

export const EMPTY_CARD: CardForm = { card_number: '', name: '', issuing_bank_id: '' };

/** The server's own check of a field, run before the photo is uploaded. */
const cardRule =
  (key: CardField): Rule =>
  (value) => {
    const fields = CARD_FIELDS.filter((field) => field.key === key);
    const checked = checkRequisites({ fields, values: { [key]: value }, noMemo: true, checkAddress: () => 'fine' });
    return checked.ok ? null : (checked.refusals[0] ?? null);
  };

export const CARD_RULES: Rules = { card_number: cardRule('card_number'), name: cardRule('name'), issuing_bank_id: required };
