import { CARD_FIELDS } from '#core/card-verification.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { required, type Rule, type Rules } from '#web/form/rules.ts';

/** What is typed of a card, by the names of the wire. */
export interface CardForm {
  readonly card_number: string;
  readonly name: string;
  readonly issuing_bank_id: string;
}

export type CardField = keyof CardForm;
export const CARD_FORM_FIELDS = ['card_number', 'name', 'issuing_bank_id'] as const satisfies readonly CardField[];

export const EMPTY_CARD: CardForm = { card_number: '', name: '', issuing_bank_id: '' };

/** What the server would refuse in any case, said before a photo travels. */
const ofCard =
  (key: CardField): Rule =>
  (value) => {
    const fields = CARD_FIELDS.filter((field) => field.key === key);
    const checked = checkRequisites({ fields, values: { [key]: value }, noMemo: true, checkAddress: () => 'fine' });
    return checked.ok ? null : (checked.refusals[0] ?? null);
  };

export const CARD_RULES: Rules = { card_number: ofCard('card_number'), name: ofCard('name'), issuing_bank_id: required };
