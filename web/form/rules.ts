import type { Refusal } from '#core/refusal.ts';

/** Why a field cannot be sent as it stands; null: it can. Gets all that was typed, for fields that depend on another. */
export type Rule = (value: string, form: FormData) => Refusal | null;
/** Rules by the names of fields, in the order of the page. */
export type Rules = Readonly<Record<string, Rule>>;

const REQUIRED = { code: 'required' } as const;

/** Spec 5: "Required field" */
export const required: Rule = (value) => (value.trim() === '' ? REQUIRED : null);

/** A password that is already set: it is taken with its spaces. */
export const typedPassword: Rule = (value) => (value === '' ? REQUIRED : null);

/** Stars of a review. */
export const rating: Rule = (value) => (value === '' ? { code: 'required', message: 'review_rating' } : null);

/** Consent that was not given. */
export const accepted: Rule = (value) => (value === '' ? { code: 'terms_not_accepted' } : null);

/** Every field that cannot be sent, by name, in the order of the rules. */
export function wrongFields(form: FormData, rules: Rules): ReadonlyMap<string, Refusal> {
  const wrong = new Map<string, Refusal>();
  for (const [name, rule] of Object.entries(rules)) {
    const value = form.get(name);
    const refusal = rule(typeof value === 'string' ? value : '', form);
    if (refusal !== null) wrong.set(name, refusal);
  }
  return wrong;
}
