import { useEffect, useMemo, useState } from 'react';
import type { OrderNoticesAttributes } from '#contract/account/notices.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NoticeChannels } from './NoticeChannels.tsx';
import { orderNotices } from './notice-api.ts';

await loadMessages('notices');

/** Notices about the state of an order, below an order in progress. Nothing is rendered when its channels cannot be loaded. */
export function OrderNotices({ id }: { readonly id: string }) {
  const { t, locale } = useTranslation();
  const api = useMemo(() => orderNotices(id, locale), [id, locale]);
  const [channels, setChannels] = useState<OrderNoticesAttributes | null>(null);
  useEffect(() => {
    void api.read().then((response) => (response.ok ? setChannels(response.data.attributes) : undefined));
  }, [api]);
  if (channels === null) return null;
  return (
    <section aria-labelledby="order-notices" className="mt-8 grid gap-4 print:hidden">
      <div>
        <h2 id="order-notices" className="text-lg font-semibold">
          {t('notices.order.title')}
        </h2>
        <p className="mt-1 text-sm leading-6 text-muted">{t('notices.order.lead')}</p>
      </div>
      <NoticeChannels heading="h3" api={api} channels={channels} onChange={setChannels} />
    </section>
  );
}
