import { type FormEvent, useState, type ChangeEvent, useEffect, useId, useRef } from 'react';
import { call } from '#contract/call.ts';
import { requestOnlinePayments } from '#contract/public/online-payments.ts';
import { acceptOf, BUSINESS_FILE, fileRefusal } from '#core/file/file-rules.ts';
import { Button } from '#ui/Button.tsx';
import { FileButton } from '#ui/FileButton.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { focusInvalid } from '#ui/field-errors.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { HumanProof } from '#web/captcha/HumanProof.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { requiredEmail } from '#web/form/contact-rules.ts';
import { type ReturnedForm, errorsOf } from '#web/form/returned-form.ts';
import { required, type Rules } from '#web/form/rules.ts';
import { usePreservedInput } from '#web/form/use-preserved-input.ts';
import { loadRefusalMessages, refusalText } from '#web/i18n/refusal-messages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { bodyOf, FIELDS } from './business.ts';

/** Sends the form with its file by script; the input stays in the form whatever the response. */
function useBusinessRequest() {
  const { locale } = useTranslation();
  const [state, setState] = useState<'typing' | 'sending' | 'sent'>('typing');
  const [refusedForm, setRefusedForm] = useState<ReturnedForm | undefined>(undefined);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state === 'sending') return;
    const form = new FormData(event.currentTarget);
    const file = form.get('attachment');
    const files = file instanceof File && file.size > 0 ? { attachment: file } : {};
    setState('sending');
    const response = await call(requestOnlinePayments, { body: bodyOf(form), files }, browserTransport(locale));
    setState(response.ok ? 'sent' : 'typing');
    setRefusedForm(response.ok ? undefined : { errors: response.errors, values: {}, isUnanswered: response.errors.length === 0 });
  };
  return { state, refusedForm, onSubmit };
}

const RULES: Rules = { email: requiredEmail, url: required, monthly_turnover: required };

const INPUT_PROPS = {
  email: { type: 'email', autoComplete: 'email', maxLength: 254, required: true },
  url: { type: 'text', inputMode: 'url', autoComplete: 'url', maxLength: 300, required: true },
  monthly_turnover: { type: 'text', autoComplete: 'off', maxLength: 100, required: true },
  business_area: { type: 'text', autoComplete: 'off', maxLength: 200 },
} as const;

/** Optional attachment: its name is shown once chosen, and it can be removed. */
function Attachment({ error: serverError }: { readonly error: string | undefined }) {
  const { t, locale } = useTranslation();
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  const [name, setName] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const error = problem ?? serverError;
  const choose = async ({ currentTarget: field }: ChangeEvent<HTMLInputElement>) => {
    const file = field.files?.[0];
    const refusal = file === undefined ? null : fileRefusal(file, BUSINESS_FILE);
    if (refusal !== null) field.value = '';
    setName(refusal === null ? (file?.name ?? null) : null);
    if (refusal !== null) await loadRefusalMessages(locale);
    setProblem(refusal === null ? undefined : refusalText(t, refusal));
  };
  const removeFile = () => {
    const field = container.current?.querySelector('input');
    if (field) field.value = '';
    setName(null);
  };
  return (
    <div ref={container} className="noscript:hidden">
      <p id={`${id}-title`} className="mb-1 text-sm font-medium">
        {t('business.attachment')}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FileButton
          label={t('business.choose_file')}
          headingId={`${id}-title`}
          name="attachment"
          accept={acceptOf(BUSINESS_FILE)}
          aria-describedby={`${id}-note`}
          aria-invalid={error === undefined ? undefined : true}
          onChange={(event) => void choose(event)}
        />
        <span role="status" className="min-w-0 text-sm wrap-anywhere">
          {name}
        </span>
        {name === null ? null : (
          <Button tone="text" className="min-h-11 text-sm" onClick={removeFile}>
            {t('business.put_away')}
          </Button>
        )}
      </div>
      <p
        id={`${id}-note`}
        role={error === undefined ? undefined : 'alert'}
        className={`mt-1 text-sm ${error === undefined ? 'text-muted' : 'text-loss'}`}
      >
        {error ?? t('business.attachment_hint')}
      </p>
    </div>
  );
}

/** Request of a merchant; sent by script where scripts run, otherwise as a plain form. */
function BusinessForm({ returned }: { readonly returned: ReturnedForm | undefined }) {
  const { t, to } = useTranslation();
  const { state, refusedForm, onSubmit } = useBusinessRequest();
  const form = usePreservedInput('business');
  const errors = errorsOf(refusedForm ?? returned, [...FIELDS, 'attachment']);
  useEffect(() => {
    if (refusedForm !== undefined) focusInvalid(form.current);
  }, [refusedForm, form]);
  if (state === 'sent') return <Sent />;
  return (
    <CheckedForm
      rules={RULES}
      ref={form}
      method="post"
      action={to('/business')}
      className="grid gap-5"
      onSubmit={(event) => void onSubmit(event)}
    >
      <FormNotice {...errors} />
      {(['email', 'url', 'monthly_turnover', 'business_area'] as const).map((name) => (
        <TextField
          key={name}
          {...INPUT_PROPS[name]}
          name={name}
          label={t(`business.${name}`)}
          hint={t(`business.${name}_hint`)}
          defaultValue={returned?.values[name]}
          error={errors.at(name)}
        />
      ))}
      <TextArea
        label={t('business.comment')}
        name="comment"
        rows={4}
        maxLength={2000}
        defaultValue={returned?.values['comment']}
        error={errors.at('comment')}
      />
      <Attachment error={errors.at('attachment')} />
      <HumanProof isRequired={errors.needsCaptcha} />
      <Button type="submit" tone="action" aria-disabled={state === 'sending'}>
        {t(state === 'sending' ? 'business.sending' : 'business.submit')}
      </Button>
    </CheckedForm>
  );
}

function Sent() {
  const { t } = useTranslation();
  return (
    <Notice role="status" title={t('business.sent_title')}>
      {t('business.sent')}
    </Notice>
  );
}

/** Request form for merchants who want to take payments on their own site (domain 9), with the next steps. */
export function BusinessPage({ isSent, returned }: { readonly isSent: boolean; readonly returned: ReturnedForm | undefined }) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto grid max-w-xl gap-6 px-4 py-8 sm:px-6 md:py-14">
      <h1 className="text-2xl font-semibold text-balance">{t('business.title')}</h1>
      <p className="text-lg leading-7 text-muted">{t('business.lead')}</p>
      <ol className="grid list-decimal gap-2 pl-5">
        {(['one', 'two', 'three'] as const).map((step) => (
          <li key={step}>{t(`business.step.${step}`)}</li>
        ))}
      </ol>
      {isSent && returned === undefined ? <Sent /> : <BusinessForm returned={returned} />}
    </div>
  );
}
