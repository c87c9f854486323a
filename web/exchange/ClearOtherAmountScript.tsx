import { use } from 'react';
import { NonceContext } from '#web/loading/nonce.ts';

/**
 * Inline script of the served page. Input made before the scripts are loaded does not match the other amount shown, which is cleared
 * until the quote is requested.
 */
const CLEAR_OTHER_AMOUNT = `(function (form) {
  var other = { income_amount: 'outcome_amount', outcome_amount: 'income_amount' };
  form.addEventListener('input', function (event) {
    var field = form.elements[other[event.target.name]];
    if (!field || 'running' in form.dataset) return;
    field.value = '';
    form.dataset.typed = '';
  });
})(document.currentScript.parentElement)`;

export function ClearOtherAmountScript() {
  const nonce = use(NonceContext);
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? CLEAR_OTHER_AMOUNT : '' }} />
  );
}
