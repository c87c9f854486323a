import { useId } from 'react';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FormNotice } from '#web/account/FormNotice.tsx';
import { errorsOf, type Returned } from '#web/account/posted.ts';
import { useKeptForm } from '#web/account/use-kept-form.ts';
import { HumanProof } from '#web/captcha/HumanProof.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { FIELDS } from './business.ts';
import { useSending } from './use-sending.ts';

const HOW = {
  email: { type: 'email', autoComplete: 'email', maxLength: 254, required: true },
  url: { type: 'text', inputMode: 'url', autoComplete: 'url', maxLength: 300, required: true },
  monthly_turnover: { type: 'text', autoComplete: 'off', maxLength: 100, required: true },
  business_area: { type: 'text', autoComplete: 'off', maxLength: 200 },
} as const;

/** What a merchant says of himself; a form of the page, and of its scripts where they run. */
function RequestForm({ returned }: { readonly returned: Returned | undefined }) {
  const { t, to } = useWords();
  const { state, refused, onSubmit } = useSending();
  const form = useKeptForm('business');
  const id = useId();
  const errors = errorsOf(refused ?? returned, [...FIELDS, 'attachment']);
  if (state === 'sent') return <Sent />;
  return (
    <form ref={form} method="post" action={to('/business')} className="grid gap-5" onSubmit={(event) => void onSubmit(event)}>
      <FormNotice {...errors} />
      {(['email', 'url', 'monthly_turnover', 'business_area'] as const).map((name) => (
        <TextField
          key={name}
          {...HOW[name]}
          name={name}
          label={t(`business.${name}`)}
          hint={t(`business.${name}_hint`)}
          defaultValue={returned?.typed[name]}
          error={errors.at(name)}
        />
      ))}
      <div>
        <label htmlFor={`${id}-comment`} className="mb-1 block text-sm font-medium">
          {t('business.comment')}
        </label>
        <textarea
          id={`${id}-comment`}
          name="comment"
          rows={4}
          maxLength={2000}
          defaultValue={returned?.typed['comment']}
          className="block w-full rounded-tray border border-edge bg-sheet px-3 py-2 text-base hover:border-ink"
        />
      </div>
      <div className="noscript:hidden">
        <label htmlFor={`${id}-file`} className="mb-1 block text-sm font-medium">
          {t('business.attachment')}
        </label>
        <input
          id={`${id}-file`}
          type="file"
          name="attachment"
          accept="application/pdf,image/jpeg,image/png,image/webp,image/heic"
          aria-describedby={`${id}-file-note`}
          className="block min-h-11 w-full text-sm text-muted file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-tray file:border file:border-solid file:border-edge file:bg-sheet file:px-4 file:text-ink file:font-medium"
        />
        <p id={`${id}-file-note`} className={`mt-1 text-sm ${errors.at('attachment') === undefined ? 'text-muted' : 'text-loss'}`}>
          {errors.at('attachment') ?? t('business.attachment_hint')}
        </p>
      </div>
      <HumanProof isAsked={errors.isProofAsked} />
      <Button type="submit" tone="action" aria-disabled={state === 'sending'}>
        {t(state === 'sending' ? 'business.sending' : 'business.submit')}
      </Button>
    </form>
  );
}

function Sent() {
  const { t } = useWords();
  return (
    <Notice role="status" title={t('business.sent_title')}>
      {t('business.sent')}
    </Notice>
  );
}

/** Merchants who want to take payments on their own site leave word here (domain 9); what happens next is said before they do. */
export function BusinessPage({ isSent, returned }: { readonly isSent: boolean; readonly returned: Returned | undefined }) {
  const { t } = useWords();
  return (
    <div className="mx-auto grid max-w-xl gap-6 px-4 py-8 sm:px-6 md:py-14">
      <h1 className="text-2xl font-semibold text-balance">{t('business.title')}</h1>
      <p className="text-lg leading-7 text-muted">{t('business.lead')}</p>
      <ol className="grid list-decimal gap-2 pl-5">
        {(['one', 'two', 'three'] as const).map((step) => (
          <li key={step}>{t(`business.step.${step}`)}</li>
        ))}
      </ol>
      {isSent && returned === undefined ? <Sent /> : <RequestForm returned={returned} />}
    </div>
  );
}
