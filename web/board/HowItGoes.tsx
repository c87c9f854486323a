import { useTranslation } from '#web/i18n/use-translation.ts';

export interface HowItGoesProps {
  readonly payer: string;
  readonly receiver: string;
  /** Promised time of the payout for this pair and slot. */
  readonly minutes: number;
  readonly rateType: 'fixed' | 'floating';
}

/** The three steps of an exchange, with the promised time. */
export function HowItGoes({ payer, receiver, minutes, rateType }: HowItGoesProps) {
  const { t } = useTranslation();
  const steps = [
    { name: 'pay', text: t(`exchange.how.pay_${rateType}`, { payer }) },
    { name: 'check', text: t('exchange.how.check_text') },
    { name: 'receive', text: t('exchange.how.receive_text', { time: t('shell.time.up_to', { count: minutes }), receiver }) },
  ] as const;
  return (
    <section aria-labelledby="how-it-goes" className="mt-6 md:mt-8">
      <h2 id="how-it-goes" className="text-base font-semibold">
        {t('exchange.how.title')}
      </h2>
      <ol className="figures mt-2 grid gap-x-8 gap-y-2 text-sm leading-6 md:grid-cols-3">
        {steps.map(({ name, text }, index) => (
          <li key={name} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-full border border-edge text-xs font-semibold"
            >
              {index + 1}
            </span>
            <span className="min-w-0">
              <strong className="font-semibold">{t(`exchange.how.${name}`)}</strong> <span className="text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
