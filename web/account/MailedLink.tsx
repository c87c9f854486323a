import { Button } from '#ui/Button.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { Door } from './Door.tsx';
import { FormNotice } from './FormNotice.tsx';
import type { MailedDeed } from './mailed-link.ts';
import { errorsOf, type Returned } from './posted.ts';

/** The page of a mailed link: says what its one button does. */
export function MailedLink({ deed, returned }: { readonly deed: MailedDeed; readonly returned: Returned | undefined }) {
  const { t } = useWords();
  return (
    <Door title={t(`account.${deed}.title`)}>
      <p className="leading-7">{t(`account.${deed}.lead`)}</p>
      <FormNotice {...errorsOf(returned, [])} />
      <form method="post">
        <Button type="submit" tone="action">
          {t(`account.${deed}.submit`)}
        </Button>
      </form>
    </Door>
  );
}
