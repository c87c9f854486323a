import type { Refusal } from '#core/refusal.ts';

/** Why the value of a field is refused; null: accepted. Gets the whole form, for fields that depend on another. */
export type Rule = (value: string, form: FormData) => Refusal | null;
/** Rules by field name, in the order of the page. */
export type Rules = Readonly<Record<string, Rule>>;

const REQUIRED = { code: 'required' } as const;

/** Spec 5: "Required field" */
export const required: Rule = (value) => (value.trim() === '' ? REQUIRED : null);

/** An existing password: spaces count. */
export const existingPassword: Rule = (value) => (value === '' ? REQUIRED : null);

/** Rating of a review. */
export const rating: Rule = (value) => (value === '' ? { code: 'required', message: 'review_rating' } : null);

/** Consent to the terms. */
export const accepted: Rule = (value) => (value === '' ? { code: 'terms_not_accepted' } : null);

/** Refusals by field name, in the order of the rules. */
export function refusedFields(form: FormData, rules: Rules): ReadonlyMap<string, Refusal> {
  const refusals = new Map<string, Refusal>();
  for (const [name, rule] of Object.entries(rules)) {
    const value = form.get(name);
    const refusal = rule(typeof value === 'string' ? value : '', form);
    if (refusal !== null) refusals.set(name, refusal);
  }
  return refusals;
}
