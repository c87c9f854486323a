import { useTranslation } from '#web/i18n/use-translation.ts';
import { preserveInput } from '#web/form/preserved-input.ts';
import type { Pair } from '#web/catalogue/systems.ts';

/**
 * Link to the reserve request form; passes on the amount and the e-mail. It is hidden after input before scripts ran, since it would
 * contain the old amount.
 */
export function ReserveRequestLink({ pair, amount }: { readonly pair: Pair; readonly amount: string }) {
  const { t, to } = useTranslation();
  const query = new URLSearchParams({ from: pair.from.id, to: pair.to.id, amount });
  const preserveEmail = () => {
    const email = document.querySelector<HTMLInputElement>('input[name="email"]')?.value ?? '';
    if (email !== '') preserveInput('reserve_request', { email });
  };
  return (
    <a className="link group-data-typed/form:invisible" href={to(`/reserve-request?${query.toString()}`)} onClick={preserveEmail}>
      {t('exchange.tell_me')}
    </a>
  );
}
