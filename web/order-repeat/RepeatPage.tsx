import { useEffect } from 'react';
import { Form, Link, useNavigation, useRevalidator } from 'react-router';
import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Perforation, Slip, SlipRows } from '#ui/Slip.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { formatRate } from '#core/format/rate.ts';
import { pairPath } from '#core/link/pair-path.ts';
import type { Calculation, System } from '#web/catalogue/systems.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { affects } from '#web/live/availability.ts';
import { useAvailability } from '#web/live/use-availability.ts';
import { Groups } from '#web/requisites/Groups.tsx';
import type { Order } from '#web/order/order.ts';
import type { RepeatData } from './load-repeat.ts';
import { type RepeatFailure, PRICE_FIELDS } from './repeat-failure.ts';

/** Shorter than the validity of a price. */
const REFRESH_INTERVAL_MS = 20_000;

interface RepeatPageProps extends RepeatData {
  readonly failure: RepeatFailure | undefined;
}

/** A former order at the current price, repeated by one press. */
export function RepeatPage({ former, systems, priceResponse, idempotencyKey, failure }: RepeatPageProps) {
  const { t, to } = useTranslation();
  const find = (id: string) => systems.find((system) => system.id === id);
  const [income, outcome] = [find(former.payment_system_from_id), find(former.payment_system_to_id)];
  const currentPrice = priceResponse?.ok === true ? priceResponse.calculation : null;
  const calculation = currentPrice === null ? null : { ...currentPrice, ...failure?.unansweredPrice };
  const form = `${pairPath(former.payment_system_from_id, former.payment_system_to_id)}?amount=${encodeURIComponent(former.income_amount)}`;
  usePriceRefresh(failure?.unansweredPrice === undefined, former);
  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 py-6 sm:px-6 md:py-10">
      <title>{t('shell.titled', { title: t('own.repeat.title') })}</title>
      <h1 className="text-2xl font-semibold text-balance">{t('own.repeat.title')}</h1>
      {failure === undefined ? null : <FailureNotice failure={failure} />}
      {calculation === null || income === undefined || outcome === undefined ? (
        <NoPrice priceResponse={priceResponse} form={form} former={former} failure={failure} />
      ) : (
        <Offer
          former={former}
          income={income}
          outcome={outcome}
          calculation={calculation}
          idempotencyKey={failure?.idempotencyKey ?? idempotencyKey}
        />
      )}
      <p>
        <Link className="link inline-flex min-h-11 items-center" to={to(`/order/${former.id}`)}>
          {t('own.repeat.back', { id: former.number })}
        </Link>
      </p>
    </div>
  );
}

/** Refreshes the price when its direction opens or closes and before it expires, while the page is visible and no attempt is unanswered. */
function usePriceRefresh(isEnabled: boolean, { payment_system_from_id: from, payment_system_to_id: to }: Order): void {
  const { revalidate } = useRevalidator();
  useAvailability((availability) => {
    if (isEnabled && affects(availability, from, to)) void revalidate();
  });
  useEffect(() => {
    if (!isEnabled) return undefined;
    const timer = setInterval(() => {
      if (globalThis.document.visibilityState === 'visible') void revalidate();
    }, REFRESH_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isEnabled, revalidate]);
}

function FailureNotice({ failure: { errors } }: { readonly failure: RepeatFailure }) {
  const { t } = useTranslation();
  return (
    <Notice tone="loss" role="alert" title={t('own.repeat.refused')}>
      {errors.length === 0 ? <p>{t('own.unanswered')}</p> : errors.map(({ message }) => <p key={message}>{message}</p>)}
    </Notice>
  );
}

interface NoPriceProps extends Pick<RepeatPageProps, 'priceResponse' | 'former' | 'failure'> {
  /** URL of the exchange form with the same pair and amount. */
  readonly form: string;
}

/** No price. An unanswered attempt is sent again unchanged; after a temporary failure the page is reloaded; else the form shows what is possible. */
function NoPrice({ priceResponse, form, former, failure }: NoPriceProps) {
  const { t, to } = useTranslation();
  if (failure?.unansweredPrice !== undefined) return <ResendForm price={failure.unansweredPrice} idempotencyKey={failure.idempotencyKey} />;
  const problem = priceResponse?.ok === false ? priceResponse.problem : undefined;
  const isTemporary = problem?.kind === 'offline' || problem?.code === 'too_many_requests';
  const [linkKey, href] = isTemporary
    ? ['own.repeat.again', to(`/order/${former.id}/repeat`)]
    : ['own.repeat.to_form', to(priceResponse === null ? '/' : form)];
  return (
    <Notice tone="time" title={t(isTemporary ? 'own.repeat.no_price' : 'own.repeat.closed')}>
      <p>{problem?.kind === 'refused' ? problem.message : t(isTemporary ? 'own.unanswered' : 'own.repeat.closed_text')}</p>
      <p className="mt-3">
        <a className={buttonLook('plain')} href={href}>
          {t(linkKey)}
        </a>
      </p>
    </Notice>
  );
}

/** Sends the same attempt again: with the same price and idempotency key it creates no second order. */
function ResendForm({
  price,
  idempotencyKey,
}: {
  readonly price: NonNullable<RepeatFailure['unansweredPrice']>;
  readonly idempotencyKey: string | undefined;
}) {
  const { t } = useTranslation();
  const { state } = useNavigation();
  return (
    <Form noValidate method="post" className="grid justify-items-start gap-3">
      {PRICE_FIELDS.map((name) => (
        <input key={name} type="hidden" name={name} value={price[name]} />
      ))}
      <input type="hidden" name="idempotency_key" value={idempotencyKey} />
      <p className="leading-6">{t('own.repeat.again_text')}</p>
      <Button type="submit" tone="action" aria-disabled={state === 'submitting'}>
        {t('own.repeat.send_again')}
      </Button>
    </Form>
  );
}

interface OfferProps {
  readonly former: Order;
  readonly income: System;
  readonly outcome: System;
  readonly calculation: Calculation;
  readonly idempotencyKey: string;
}

function Offer({ former, income, outcome, calculation, idempotencyKey }: OfferProps) {
  const { t, to, locale } = useTranslation();
  const { state } = useNavigation();
  const currentOutcome = formatMoney(calculation.outcome_amount, outcome, locale);
  const formerOutcome = formatMoney(former.outcome_amount, outcome, locale);
  const rows = [
    { name: t('own.repeat.give', { name: income.name }), value: formatMoney(calculation.income_amount, income, locale) },
    {
      name: t(calculation.rate_type === 'floating' ? 'own.repeat.get_floating' : 'own.repeat.get', { name: outcome.name }),
      value: currentOutcome,
    },
    ...(formerOutcome === currentOutcome ? [] : [{ name: t('own.repeat.got_then'), value: formerOutcome }]),
    {
      name: t('own.repeat.rate'),
      value: formatRate(calculation.rate, { income: income.currency_iso_code, outcome: outcome.currency_iso_code }, locale),
    },
    ...(former.status === 'completed'
      ? former.destination.map((line, index) => ({
          name: index === 0 ? t('own.repeat.to') : line.label,
          value: <Groups groups={line.groups} />,
        }))
      : Object.values(former.outcome_requisites_masked).map((masked, index) => ({
          name: index === 0 ? t('own.repeat.to') : '',
          value: masked,
        }))),
  ];
  return (
    <Slip>
      <SlipRows rows={rows} />
      <Perforation />
      <Form noValidate method="post" className="grid gap-3">
        {PRICE_FIELDS.map((name) => (
          <input key={name} type="hidden" name={name} value={calculation[name]} />
        ))}
        <input type="hidden" name="idempotency_key" value={idempotencyKey} />
        <Button type="submit" tone="action" className="w-full" aria-disabled={state === 'submitting'}>
          {t('own.repeat.confirm', { amount: formatMoney(calculation.income_amount, income, locale) })}
        </Button>
        <p className="text-sm leading-6 text-muted">
          {t('own.repeat.terms_before')}{' '}
          <Link className="link" to={to('/terms')} target="_blank">
            {t('own.repeat.terms_link')}
          </Link>
        </p>
      </Form>
    </Slip>
  );
}
