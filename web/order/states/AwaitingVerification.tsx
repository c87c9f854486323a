import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Notice } from '#ui/Notice.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { retryUntilLoaded } from '#web/shell/late-parts.ts';
import type { StateProps } from './state.ts';

const OrderCard = lazy(async () => ({ default: (await retryUntilLoaded(() => import('#web/card-verification/OrderCard.tsx'))).OrderCard }));

const never = () => () => undefined;
const yes = () => true;
const no = () => false;

/** The card has to be looked at by a person before requisites are given (T2; spec 9: 1 to 5 minutes, 07:00 to 23:00 Moscow time). */
export function AwaitingVerification({ order }: StateProps) {
  const { t } = useWords();
  const isRunning = useSyncExternalStore(never, yes, no);
  const [masked] = Object.values(order.income_requisites_masked);
  return (
    <div className="grid gap-5">
      <Notice>{t('order.verification')}</Notice>
      {isRunning ? (
        <Suspense>
          <OrderCard orderId={order.id} masked={masked ?? null} version={order.version} />
        </Suspense>
      ) : null}
    </div>
  );
}
