import { useEffect, useMemo, useState } from 'react';
import type { OrderNoticesAttributes } from '#contract/notices.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { NoticePlaces } from './NoticePlaces.tsx';
import { keepWorker } from './register-worker.ts';
import { orderNotices } from './wire.ts';

await loadMessages('notices');

/** "Tell me when the state changes", below an order that is on its way. What of it cannot be read is not there. */
export function OrderNotices({ id }: { readonly id: string }) {
  const { t, locale } = useWords();
  const api = useMemo(() => orderNotices(id, locale), [id, locale]);
  const [places, setPlaces] = useState<OrderNoticesAttributes | null>(null);
  useEffect(() => {
    keepWorker();
    void api.read().then((found) => (found.ok ? setPlaces(found.data.attributes) : undefined));
  }, [api]);
  if (places === null) return null;
  return (
    <section aria-labelledby="order-notices" className="mt-8 grid gap-4 print:hidden">
      <div>
        <h2 id="order-notices" className="text-lg font-semibold">
          {t('notices.order.title')}
        </h2>
        <p className="mt-1 text-sm leading-6 text-muted">{t('notices.order.lead')}</p>
      </div>
      <NoticePlaces heading="h3" api={api} places={places} onChange={setPlaces} />
    </section>
  );
}
