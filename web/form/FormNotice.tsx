import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

interface FormNoticeProps {
  readonly generalErrors: readonly string[];
  readonly isUnanswered: boolean;
}

/** Errors that belong to no field of the form. */
export function FormNotice({ generalErrors, isUnanswered }: FormNoticeProps) {
  const { t } = useTranslation();
  if (generalErrors.length === 0 && !isUnanswered) return null;
  return (
    <Notice tone="loss" role="alert">
      {isUnanswered ? <p>{t('account.unanswered')}</p> : null}
      {generalErrors.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  );
}
