import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { FileButton } from '#ui/FileButton.tsx';
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

/** A file that comes along, named once it is chosen; it can be put away again. */
function Attachment({ error }: { readonly error: string | undefined }) {
  const { t } = useWords();
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [name, setName] = useState<string | null>(null);
  const putAway = () => {
    const field = place.current?.querySelector('input');
    if (field) field.value = '';
    setName(null);
  };
  return (
    <div ref={place} className="noscript:hidden">
      <p id={`${id}-title`} className="mb-1 text-sm font-medium">
        {t('business.attachment')}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FileButton
          label={t('business.choose_file')}
          headingId={`${id}-title`}
          name="attachment"
          accept="application/pdf,image/jpeg,image/png,image/webp,image/heic"
          aria-describedby={`${id}-note`}
          onChange={({ currentTarget }) => setName(currentTarget.files?.[0]?.name ?? null)}
        />
        <span role="status" className="min-w-0 text-sm wrap-anywhere">
          {name}
        </span>
        {name === null ? null : (
          <Button tone="text" className="min-h-11 text-sm" onClick={putAway}>
            {t('business.put_away')}
          </Button>
        )}
      </div>
      <p id={`${id}-note`} className={`mt-1 text-sm ${error === undefined ? 'text-muted' : 'text-loss'}`}>
        {error ?? t('business.attachment_hint')}
      </p>
    </div>
  );
}

/** What a merchant says of himself; a form of the page, and of its scripts where they run. */
function RequestForm({ returned }: { readonly returned: Returned | undefined }) {
  const { t, to } = useWords();
  const { state, refused, onSubmit } = useSending();
  const form = useKeptForm('business');
  const id = useId();
  const errors = errorsOf(refused ?? returned, [...FIELDS, 'attachment']);
  useEffect(() => {
    if (refused !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refused, form]);
  if (state === 'sent') return <Sent />;
  return (
    <form ref={form} method="post" action={to('/business')} noValidate className="grid gap-5" onSubmit={(event) => void onSubmit(event)}>
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
      <Attachment error={errors.at('attachment')} />
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
