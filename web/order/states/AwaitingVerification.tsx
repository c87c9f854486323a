import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { retryUntilLoaded } from '#web/loading/late-parts.ts';
import type { StateProps } from './state.ts';

const OrderCard = lazy(async () => ({ default: (await retryUntilLoaded(() => import('#web/card-verification/OrderCard.tsx'))).OrderCard }));

const noSubscription = () => () => undefined;
const onClient = () => true;
const onServer = () => false;

/** The card must be verified by an operator before requisites are issued (T2; spec 9: 1 to 5 minutes, 07:00 to 23:00 Moscow time). */
export function AwaitingVerification({ order }: StateProps) {
  const { t } = useTranslation();
  const isHydrated = useSyncExternalStore(noSubscription, onClient, onServer);
  const [masked] = Object.values(order.income_requisites_masked);
  return (
    <div className="grid gap-5">
      <Notice>{t('order.verification')}</Notice>
      {isHydrated ? (
        <Suspense>
          <OrderCard orderId={order.id} masked={masked ?? null} version={order.version} />
        </Suspense>
      ) : null}
    </div>
  );
}
