import { useApiAddress } from '#web/api/use-api-address.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { StateProps } from './state.ts';

/** Bank documents of manual payouts that the operator shared with the customer. */
export function PayoutProofs({ order }: Pick<StateProps, 'order'>) {
  const { t } = useTranslation();
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
