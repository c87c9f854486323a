import { Button } from '#ui/Button.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useWords } from '#web/i18n/use-words.ts';

interface OpenLinkPageProps {
  /** As the link of the letter names them. */
  readonly thread: string;
  readonly chatKey: string;
}

/**
 * Asks before this browser joins the chat of a letter: a link can be sent to anybody, and its sender reads what is written in that chat.
 */
export function OpenLinkPage({ thread, chatKey }: OpenLinkPageProps) {
  const { t, to } = useWords();
  const query = new URLSearchParams({ thread, key: chatKey });
  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 py-8 sm:px-6 md:py-14">
      <h1 className="text-2xl font-semibold text-balance">{t('chat.link.title')}</h1>
      <p>{t('chat.link.warning')}</p>
      <CheckedForm rules={{}} method="post" action={`${to('/support')}?${query}`}>
        <Button type="submit" tone="action">
          {t('chat.link.open')}
        </Button>
      </CheckedForm>
      <a className="link justify-self-start" href={to('/support')}>
        {t('chat.link.own')}
      </a>
    </div>
  );
}
