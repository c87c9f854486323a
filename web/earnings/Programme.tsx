import type { ReferralProgrammeAttributes } from '#contract/account/referrals.ts';
import { buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { EARNINGS } from '#web/earnings/tabs.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ProgrammeSteps, TierTable } from './ProgrammeParts.tsx';

const RULES = ['bind', 'frozen', 'self', 'payout'] as const;

/** Public page of the referral programme. */
export function Programme({ programme }: { readonly programme: ReferralProgrammeAttributes }) {
  const { t, to } = useTranslation();
  return (
    <div className="mx-auto grid max-w-2xl gap-10 px-4 py-10 sm:px-6 md:py-14">
      <div className="grid gap-4">
        <h1 className="text-2xl font-semibold text-balance">{t('earnings.programme.title')}</h1>
        <p className="leading-7">{t('earnings.programme.lead')}</p>
        {programme.is_on ? null : <Notice tone="time">{t('earnings.paused')}</Notice>}
        <p>
          <a className={buttonLook('action')} href={to(EARNINGS)}>
            {t('earnings.programme.start')}
          </a>
        </p>
      </div>
      <section className="grid gap-3">
        <h2 className="text-lg font-semibold">{t('earnings.programme.how')}</h2>
        <ProgrammeSteps />
      </section>
      <section className="grid gap-3">
        <h2 className="text-lg font-semibold">{t('earnings.programme.tiers')}</h2>
        <p className="leading-7">{t('earnings.programme.tiers_text')}</p>
        <TierTable tiers={programme.tiers} />
      </section>
      <section className="grid gap-3">
        <h2 className="text-lg font-semibold">{t('earnings.programme.rules')}</h2>
        <ul className="grid list-disc gap-2 pl-5 leading-7">
          {RULES.map((rule) => (
            <li key={rule}>{t(`earnings.programme.rule.${rule}`)}</li>
          ))}
        </ul>
      </section>
      <section className="grid gap-3">
        <h2 className="text-lg font-semibold">{t('earnings.programme.partners')}</h2>
        <p className="leading-7">{t('earnings.programme.partners_text')}</p>
      </section>
    </div>
  );
}
