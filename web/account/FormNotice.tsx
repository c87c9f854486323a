import { Notice } from '#ui/Notice.tsx';
import { useWords } from '#web/i18n/use-words.ts';

interface FormNoticeProps {
  readonly others: readonly string[];
  readonly isUnanswered: boolean;
}

/** What is wrong with a form as a whole. */
export function FormNotice({ others, isUnanswered }: FormNoticeProps) {
  const { t } = useWords();
  if (others.length === 0 && !isUnanswered) return null;
  return (
    <Notice tone="loss" role="alert">
      {isUnanswered ? <p>{t('account.unanswered')}</p> : null}
      {others.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  );
}
