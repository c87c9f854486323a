import { useTranslation } from '#web/i18n/use-translation.ts';

const STEPS = ['share', 'exchange', 'earn'] as const;

/** The programme in three steps. */
export function Steps() {
  const { t } = useTranslation();
  return (
    <ol className="grid max-w-2xl list-decimal gap-2 pl-5">
      {STEPS.map((step) => (
        <li key={step}>{t(`earnings.steps.${step}`)}</li>
      ))}
    </ol>
  );
}
