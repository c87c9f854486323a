import { formatAtMost } from '#core/format/amount.ts';
import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { HumanProof } from '#web/captcha/HumanProof.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { optionalPhone, requiredEmail } from '#web/form/contact-rules.ts';
import { errorsOf, type ReturnedForm } from '#web/form/returned-form.ts';
import { required, type Rules } from '#web/form/rules.ts';
import { usePreservedInput } from '#web/form/use-preserved-input.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NarrowPage } from '#web/layout/NarrowPage.tsx';
import type { RequestedSystem } from './reserve-request-routes.ts';

interface ReserveRequestProps {
  readonly systems: readonly RequestedSystem[];
  readonly requestedId: string | null;
  readonly fromId: string | null;
  readonly amount: string;
  readonly email: string;
  readonly sent: RequestedSystem | null;
  readonly isAvailable: boolean;
  readonly returned: ReturnedForm | undefined;
}

const FIELDS = ['payment_system_id', 'amount', 'email', 'phone'];
const RULES: Rules = { amount: required, email: requiredEmail, phone: optionalPhone };

/** Form to be notified when the reserve of a system suffices (domain 9): system, amount, contact. */
export function ReserveRequestPage(props: ReserveRequestProps) {
  const { systems, requestedId, fromId, amount, email, sent, isAvailable, returned } = props;
  const { t, to, locale } = useTranslation();
  const errors = errorsOf(returned, FIELDS);
  const form = usePreservedInput('reserve_request');
  const requested = systems.find(({ id }) => id === requestedId);
  const formLink = `/?${new URLSearchParams({ ...(fromId === null ? {} : { from: fromId }), to: requestedId ?? '', get: amount }).toString()}`;
  if (sent !== null && returned === undefined)
    return (
      <NarrowPage title={t('reserve_request.sent_title')}>
        <Notice role="status" title={t('reserve_request.sent', { name: sent.name })}>
          {t('reserve_request.sent_text')}
        </Notice>
        <p>
          <a className={buttonLook('plain')} href={to('/')}>
            {t('reserve_request.back')}
          </a>
        </p>
      </NarrowPage>
    );
  return (
    <NarrowPage title={t('reserve_request.title')}>
      <p className="text-muted">{t('reserve_request.lead')}</p>
      {isAvailable && requested !== undefined ? (
        <Notice role="status" title={t('reserve_request.there', { amount: formatAtMost(requested.reserve, requested, locale) })}>
          <a className="link inline-flex min-h-11 items-center" href={to(formLink)}>
            {t('reserve_request.exchange_now')}
          </a>
        </Notice>
      ) : null}
      <FormNotice {...errors} />
      <CheckedForm rules={RULES} ref={form} method="post" action={to('/reserve-request')} className="grid gap-5">
        <input type="hidden" name="payment_system_from_id" value={fromId ?? returned?.values['payment_system_from_id'] ?? ''} />
        <SelectField
          label={t('reserve_request.system')}
          name="payment_system_id"
          value={returned?.values['payment_system_id'] ?? requestedId ?? systems[0]?.id}
          options={systems.map(({ id, name, currency_iso_code: currency }) => ({ value: id, label: `${name}, ${currency}` }))}
        />
        <TextField
          label={t('reserve_request.amount')}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          maxLength={80}
          required
          defaultValue={returned?.values['amount'] ?? amount}
          hint={t('reserve_request.amount_hint')}
          error={errors.at('amount')}
        />
        <TextField
          label={t('reserve_request.email')}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          required
          defaultValue={returned?.values['email'] ?? email}
          error={errors.at('email')}
        />
        <TextField
          label={t('reserve_request.phone')}
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          defaultValue={returned?.values['phone']}
          hint={t('reserve_request.phone_hint')}
          error={errors.at('phone')}
        />
        <HumanProof isRequired={errors.needsCaptcha} />
        <Button type="submit" tone="action">
          {t('reserve_request.submit')}
        </Button>
      </CheckedForm>
    </NarrowPage>
  );
}
