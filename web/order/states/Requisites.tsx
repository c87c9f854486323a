import { useParams } from 'react-router';
import { buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CopyableValue } from '#web/layout/CopyableValue.tsx';
import { Groups } from '#web/requisites/Groups.tsx';
import type { Requisites as RequisitesData, Sides } from '#web/order/order.ts';
import { storePayPress, useProviderReturn } from '#web/order/provider-page.ts';
import { isSbpLink } from '#web/order/sbp.ts';
import { besideQr, PaymentQr } from './PaymentQr.tsx';
import type { StateProps } from './state-props.ts';

/** Requisites to copy with a QR code, or a link to the provider's page. */
export function Requisites({
  requisitesState,
  sides,
  missingAmount,
}: Pick<StateProps, 'requisitesState' | 'sides'> & { readonly missingAmount?: string }) {
  const { requisites, failure } = requisitesState;
  if (failure !== null) return <Notice tone="loss">{failure}</Notice>;
  if (requisites === null) return <RequisitesSkeleton />;
  return requisites.kind === 'requisites' ? (
    <Fields requisites={missingAmount === undefined ? requisites : { ...requisites, amount: missingAmount }} sides={sides} />
  ) : (
    <ProviderPageLink requisites={requisites} />
  );
}

/** Placeholder with the height of an amount and two lines. */
function RequisitesSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{t('order.requisites_coming')}</span>
      <div className="waiting-bone h-16" />
      <div className="waiting-bone h-16" />
      <div className="waiting-bone h-16" />
    </div>
  );
}

function Fields({ requisites, sides }: { readonly requisites: RequisitesData; readonly sides: Sides }) {
  const { t, locale } = useTranslation();
  const { qr_payload: payload, memo } = requisites;
  return (
    <div className={besideQr(payload)}>
      <div>
        {requisites.network === null ? null : (
          <p className="border-b border-line py-3">
            <span className="block text-sm text-muted">{t('order.network')}</span>
            <span className="text-base leading-6 font-semibold">{requisites.network}</span>
          </p>
        )}
        <CopyableValue
          label={t('order.pay_exactly')}
          value={requisites.amount}
          displayed={formatMoney(requisites.amount, sides.income, locale)}
          size="display"
        />
        {requisites.fields.map((field) => (
          <CopyableValue key={field.key} label={field.label} value={field.value} displayed={<Groups groups={field.groups} />} />
        ))}
        {requisites.network_warning === null ? null : (
          <div className="mt-3">
            <Notice tone="time">{requisites.network_warning}</Notice>
          </div>
        )}
        {memo === null ? null : (
          <>
            <CopyableValue label={t('order.memo')} value={memo} />
            <div className="mt-3">
              <Notice tone="time">{t('order.memo_warning')}</Notice>
            </div>
          </>
        )}
      </div>
      {payload === null ? null : isSbpLink(payload) ? (
        <SbpPayment url={payload} />
      ) : (
        <PaymentQr payload={payload} note={memo === null || payload.includes(memo) ? null : t('order.qr_without_memo')} />
      )}
    </div>
  );
}

/** A payment link of SBP: a button on a phone, where it opens the app of a bank; on a desktop a QR code, to be scanned with that phone. */
function SbpPayment({ url }: { readonly url: string }) {
  const { t } = useTranslation();
  return (
    <div className="mt-3">
      <a
        href={url}
        rel="noreferrer"
        className={`${buttonLook('action')} w-full min-[64rem]:hidden noscript:min-[64rem]:inline-flex print:hidden`}
      >
        {t('order.sbp_pay')}
      </a>
      <PaymentQr payload={url} note={null} />
    </div>
  );
}

/** http(s) URLs and own paths only: a provider's response must not contain a script URL. */
const isWebAddress = (url: string): boolean => /^(?:https?:\/\/|\/(?!\/))/.test(url);

/**
 * Link to the provider's page. A form is submitted by our page `/pay`, the only one whose policy allows it. After a return as paid the
 * button is secondary.
 */
function ProviderPageLink({ requisites }: { readonly requisites: RequisitesData }) {
  const { t, to } = useTranslation();
  const { id = '' } = useParams();
  const { url, kind } = requisites;
  const hasReturned = useProviderReturn(id);
  if (url === null || !isWebAddress(url)) return <Notice tone="loss">{t('order.form_failed')}</Notice>;
  if (isSbpLink(url)) return <SbpPayment url={url} />;
  return (
    <a
      href={kind === 'form' ? to(`/order/${id}/pay`) : url}
      rel="noreferrer"
      className={`${buttonLook(hasReturned ? 'plain' : 'action')} w-full`}
      onClick={() => storePayPress(id)}
    >
      {t(hasReturned ? 'order.go_pay_again' : 'order.go_pay')}
    </a>
  );
}
