import { use } from 'react';
import { NonceContext } from '#web/shell/nonce.ts';

/**
 * On a slow line somebody types before the page's scripts have come. Then the numbers beside his amount are another amount's: this
 * handful of letters, which comes with the page itself, takes them away until the page runs and asks for the right ones.
 */
const TAKE_AWAY = `(function (form) {
  var other = { income_amount: 'outcome_amount', outcome_amount: 'income_amount' };
  form.addEventListener('input', function (event) {
    var field = form.elements[other[event.target.name]];
    if (!field || 'running' in form.dataset) return;
    field.value = '';
    form.dataset.typed = '';
  });
})(document.currentScript.parentElement)`;

export function UntilRunning() {
  const nonce = use(NonceContext);
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? TAKE_AWAY : '' }} />;
}
