import { Button } from '#ui/Button.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

interface OpenLinkPageProps {
  /** From the link of the e-mail. */
  readonly thread: string;
  readonly chatKey: string;
}

/** Asks before this browser joins the chat of an e-mail link: the sender of a link can read what is written in that chat. */
export function OpenLinkPage({ thread, chatKey }: OpenLinkPageProps) {
  const { t, to } = useTranslation();
  const query = new URLSearchParams({ thread, key: chatKey });
  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 py-8 sm:px-6 md:py-14">
      <h1 className="text-2xl font-semibold text-balance">{t('chat.link.title')}</h1>
      <p>{t('chat.link.warning')}</p>
      <CheckedForm method="post" action={`${to('/support')}?${query}`}>
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
