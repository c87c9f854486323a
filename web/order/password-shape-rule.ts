import { checkPasswordShape } from '#core/security/password-shape.ts';
import type { Rule } from '#web/form/rules.ts';

/** A new password by its length and characters; the server refuses common ones too, whose list is too long for this page. */
export const passwordShape: Rule = (value) => {
  if (value === '') return { code: 'required' };
  const shape = checkPasswordShape(value);
  return shape.ok ? null : (shape.refusals[0] ?? null);
};
