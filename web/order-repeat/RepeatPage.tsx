import { useEffect } from 'react';
import { Form, Link, useNavigation, useRevalidator } from 'react-router';
import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Perforation, Slip, SlipRows } from '#ui/Slip.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { formatRate } from '#core/format/rate.ts';
import { pairPath } from '#core/pair-path.ts';
import type { Calculation, System } from '#web/exchange/systems.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { affects } from '#web/live/availability.ts';
import { useAvailability } from '#web/live/use-availability.ts';
import { Groups } from '#web/order/Groups.tsx';
import type { Order } from '#web/order/order.ts';
import type { Repeated } from './load-repeat.ts';
import { type NotRepeated, SHOWN } from './not-repeated.ts';

/** Sooner than a price grows old. */
const LOOK_EVERY_MS = 20_000;

interface RepeatPageProps extends Repeated {
  readonly refused: NotRepeated | undefined;
}

/** The order that was, at the price of now: seen whole, made by one press. */
export function RepeatPage({ former, systems, answer, attempt, refused }: RepeatPageProps) {
  const { t, to } = useWords();
  const find = (id: string) => systems.find((one) => one.id === id);
  const [income, outcome] = [find(former.payment_system_from_id), find(former.payment_system_to_id)];
  const now = answer?.ok === true ? answer.calculation : null;
  const calculation = now === null ? null : { ...now, ...refused?.open };
  const form = `${pairPath(former.payment_system_from_id, former.payment_system_to_id)}?amount=${encodeURIComponent(former.income_amount)}`;
  useFreshPrice(refused?.open === undefined, former);
  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 py-6 sm:px-6 md:py-10">
      <title>{t('shell.titled', { title: t('own.repeat.title') })}</title>
      <h1 className="text-2xl font-semibold text-balance">{t('own.repeat.title')}</h1>
      {refused === undefined ? null : <Refused refused={refused} />}
      {calculation === null || income === undefined || outcome === undefined ? (
        <NoPrice answer={answer} form={form} former={former} refused={refused} />
      ) : (
        <Offer former={former} income={income} outcome={outcome} calculation={calculation} attempt={refused?.attempt ?? attempt} />
      )}
      <p>
        <Link className="link inline-flex min-h-11 items-center" to={to(`/order/${former.id}`)}>
          {t('own.repeat.back', { id: former.id })}
        </Link>
      </p>
    </div>
  );
}

/** The price is asked for again when its direction opens or closes, and before it is too old to be taken, while somebody looks and no attempt is open. */
function useFreshPrice(isWanted: boolean, { payment_system_from_id: from, payment_system_to_id: to }: Order): void {
  const { revalidate } = useRevalidator();
  useAvailability((news) => {
    if (isWanted && affects(news, from, to)) void revalidate();
  });
  useEffect(() => {
    if (!isWanted) return undefined;
    const timer = setInterval(() => {
      if (globalThis.document.visibilityState === 'visible') void revalidate();
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isWanted, revalidate]);
}

function Refused({ refused: { errors } }: { readonly refused: NotRepeated }) {
  const { t } = useWords();
  return (
    <Notice tone="loss" role="alert" title={t('own.repeat.refused')}>
      {errors.length === 0 ? <p>{t('own.unanswered')}</p> : errors.map(({ message }) => <p key={message}>{message}</p>)}
    </Notice>
  );
}

interface NoPriceProps extends Pick<RepeatPageProps, 'answer' | 'former' | 'refused'> {
  /** Where the same is put together by hand. */
  readonly form: string;
}

/** No price now. An attempt that nobody has answered is sent again as it was; who has asked too often, or was not answered, asks again; else the form shows what there is. */
function NoPrice({ answer, form, former, refused }: NoPriceProps) {
  const { t, to } = useWords();
  if (refused?.open !== undefined) return <Again open={refused.open} attempt={refused.attempt} />;
  const problem = answer?.ok === false ? answer.problem : undefined;
  const passes = problem?.kind === 'offline' || problem?.code === 'too_many_requests';
  const [name, place] = passes
    ? ['own.repeat.again', to(`/order/${former.id}/repeat`)]
    : ['own.repeat.to_form', to(answer === null ? '/' : form)];
  return (
    <Notice tone="time" title={t(passes ? 'own.repeat.no_price' : 'own.repeat.closed')}>
      <p>{problem?.kind === 'refused' ? problem.message : t(passes ? 'own.unanswered' : 'own.repeat.closed_text')}</p>
      <p className="mt-3">
        <a className={buttonLook('plain')} href={place}>
          {t(name)}
        </a>
      </p>
    </Notice>
  );
}

/** The same attempt once more: at the price that was seen, making no second order. */
function Again({ open, attempt }: { readonly open: NonNullable<NotRepeated['open']>; readonly attempt: string | undefined }) {
  const { t } = useWords();
  const { state } = useNavigation();
  return (
    <Form noValidate method="post" className="grid justify-items-start gap-3">
      {SHOWN.map((name) => (
        <input key={name} type="hidden" name={name} value={open[name]} />
      ))}
      <input type="hidden" name="idempotency_key" value={attempt} />
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
  readonly attempt: string;
}

function Offer({ former, income, outcome, calculation, attempt }: OfferProps) {
  const { t, to, locale } = useWords();
  const { state } = useNavigation();
  const got = formatMoney(calculation.outcome_amount, outcome, locale);
  const was = formatMoney(former.outcome_amount, outcome, locale);
  const rows = [
    { name: t('own.repeat.give', { name: income.name }), value: formatMoney(calculation.income_amount, income, locale) },
    { name: t(calculation.rate_type === 'floating' ? 'own.repeat.get_floating' : 'own.repeat.get', { name: outcome.name }), value: got },
    ...(was === got ? [] : [{ name: t('own.repeat.got_then'), value: was }]),
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
        {SHOWN.map((name) => (
          <input key={name} type="hidden" name={name} value={calculation[name]} />
        ))}
        <input type="hidden" name="idempotency_key" value={attempt} />
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
