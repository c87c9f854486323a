import { useApiAddress } from '#web/api/use-api-address.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { StateProps } from './state.ts';

/** The bank's papers of what a person has paid, where he lets the customer have them. */
export function PayoutProofs({ order }: Pick<StateProps, 'order'>) {
  const { t } = useWords();
  const address = useApiAddress();
  if (order.payout_proofs.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {order.payout_proofs.map(({ purpose, url }) => (
        <li key={url}>
          <a href={address(url)} className="link inline-flex min-h-11 items-center font-medium" download>
            {t(`order.proof.${purpose}`)}
          </a>
        </li>
      ))}
    </ul>
  );
}
