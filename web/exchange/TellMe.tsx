import { useWords } from '#web/i18n/use-words.ts';
import { preserveInput } from '#web/shell/preserved-input.ts';
import type { Pair } from './systems.ts';

/**
 * Leads to the form that asks to be told when the reserve is larger; passes on the amount and the e-mail. Hidden while the served page has
 * another amount typed into it: its address would name the old one.
 */
export function TellMe({ pair, amount }: { readonly pair: Pair; readonly amount: string }) {
  const { t, to } = useWords();
  const query = new URLSearchParams({ from: pair.from.id, to: pair.to.id, amount });
  const takeAlong = () => {
    const email = document.querySelector<HTMLInputElement>('input[name="email"]')?.value ?? '';
    if (email !== '') preserveInput('reserve_request', { email });
  };
  return (
    <a className="link group-data-typed/form:invisible" href={to(`/reserve-request?${query.toString()}`)} onClick={takeAlong}>
      {t('exchange.tell_me')}
    </a>
  );
}
