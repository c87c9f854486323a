import { useWords } from '#web/i18n/use-words.ts';
import { passTyping } from '#web/shell/kept-typing.ts';
import type { Pair } from './systems.ts';

/** The way to be told when there is more: the amount goes along in the address, the e-mail that was typed beside it. */
export function TellMe({ pair, amount }: { readonly pair: Pair; readonly amount: string }) {
  const { t, to } = useWords();
  const query = new URLSearchParams({ from: pair.from.id, to: pair.to.id, amount });
  const takeAlong = () => {
    const email = document.querySelector<HTMLInputElement>('input[name="email"]')?.value ?? '';
    if (email !== '') passTyping('reserve_request', { email });
  };
  return (
    <a className="link" href={to(`/reserve-request?${query.toString()}`)} onClick={takeAlong}>
      {t('exchange.tell_me')}
    </a>
  );
}
