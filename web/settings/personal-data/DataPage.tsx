import { type RefObject, use, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { DataExportAttributes } from '#contract/account/personal-data.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { StepUpContext } from '#ui/step-up/step-up.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { requiredEmail } from '#web/form/contact-rules.ts';
import { type ReturnedForm, errorsOf } from '#web/form/returned-form.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type ProofMethods, ProofFields } from '#web/step-up/ProofFields.tsx';

/** If the form was returned because a fresh proof is missing: asks for the proof, then submits the form again. */
function useResubmitAfterProof(form: RefObject<HTMLFormElement | null>, returned: ReturnedForm | undefined): void {
  const requestProof = use(StepUpContext);
  const lastHandled = useRef<ReturnedForm>(undefined);
  useEffect(() => {
    if (requestProof === null || returned === undefined || lastHandled.current === returned) return;
    if (!returned.errors.some(({ code }) => code === 'fresh_factor_required')) return;
    lastHandled.current = returned;
    const resubmit = async () => {
      const isProven = await requestProof();
      if (isProven) form.current?.requestSubmit(form.current.querySelector<HTMLButtonElement>('button[type="submit"]'));
    };
    void resubmit();
  }, [requestProof, form, returned]);
}

interface Archive extends DataExportAttributes {
  readonly id: string;
}

interface DataPageProps {
  readonly email: string;
  readonly proof: ProofMethods;
  readonly archive: Archive | null;
  readonly returned: ReturnedForm | undefined;
}

const POLL_MS = 2_000;
const FIELDS = ['password', 'totp', 'email'] as const;

/** Export and deletion of personal data. */
export function DataPage({ email, proof, archive, returned }: DataPageProps) {
  const { t } = useTranslation();
  const returnedOf = (action: string) => (returned?.values['deed'] === action ? returned : undefined);
  return (
    <div className="grid max-w-xl gap-10">
      <h1 className="text-2xl font-semibold text-balance">{t('own.data.title')}</h1>
      <section className="grid gap-4" aria-labelledby="data-export">
        <h2 id="data-export" className="text-lg font-semibold">
          {t('own.data.export')}
        </h2>
        <p className="text-muted">{t('own.data.export_text')}</p>
        <FormNotice {...errorsOf(returnedOf('collect'), [])} />
        <ArchiveState archive={archive} proof={proof} returned={returnedOf('take')} />
      </section>
      <section className="grid gap-4" aria-labelledby="data-erase">
        <h2 id="data-erase" className="text-lg font-semibold">
          {t('own.data.erase')}
        </h2>
        <Erase email={email} proof={proof} returned={returnedOf('erase')} />
      </section>
    </div>
  );
}

function usePollArchive(isActive: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setInterval(() => void revalidate(), POLL_MS);
    return () => clearInterval(timer);
  }, [isActive, revalidate]);
}

function ArchiveState({ archive, proof, returned }: Pick<DataPageProps, 'archive' | 'proof' | 'returned'>) {
  const { t, locale } = useTranslation();
  const errors = errorsOf(returned, FIELDS);
  const form = useRef<HTMLFormElement>(null);
  useResubmitAfterProof(form, returned);
  const [takenId, setTakenId] = useState<string>();
  // The download leaves this page open: polls until the archive is marked as taken
  usePollArchive(archive?.state === 'queued' || (archive?.state === 'ready' && archive.id === takenId));
  if (archive?.state === 'queued')
    return (
      <div className="grid gap-2">
        <p role="status">{t('own.data.queued', { done: archive.done, parts: archive.parts })}</p>
        <progress className="h-2 w-full accent-action" max={archive.parts} value={archive.done} aria-label={t('own.data.export')} />
      </div>
    );
  if (archive?.state === 'ready')
    return (
      // Submitted as a document: the answer is a file, and the page stays
      <CheckedForm ref={form} method="post" onSubmit={() => setTakenId(archive.id)} className="grid gap-4">
        <Notice role="status" title={t('own.data.ready')}>
          {t('own.data.ready_text', { at: formatDateTime(archive.expires_at, locale) })}
        </Notice>
        <FormNotice {...errors} />
        <input type="hidden" name="id" value={archive.id} />
        <ProofFields {...proof} at={errors.at} />
        <p>
          <Button type="submit" tone="action" name="deed" value="take">
            {t('own.data.take')}
          </Button>
        </p>
      </CheckedForm>
    );
  return (
    <CheckedForm method="post" className="grid gap-3">
      {archive === null ? null : <p role="status">{t(`own.data.state.${archive.state}`)}</p>}
      <p>
        <Button type="submit" name="deed" value="collect">
          {t(archive === null ? 'own.data.collect' : 'own.data.collect_again')}
        </Button>
      </p>
    </CheckedForm>
  );
}

function Erase({ email, proof, returned }: Pick<DataPageProps, 'email' | 'proof' | 'returned'>) {
  const { t } = useTranslation();
  const errors = errorsOf(returned, FIELDS);
  const form = useRef<HTMLFormElement>(null);
  useResubmitAfterProof(form, returned);
  return (
    <>
      <p className="text-muted">{t('own.data.erase_text')}</p>
      <details open={returned !== undefined}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-loss">{t('own.data.erase_open')}</summary>
        <CheckedForm rules={{ email: requiredEmail }} ref={form} method="post" className="mt-3 grid gap-4">
          <Notice tone="loss" title={t('own.data.erase_warning')}>
            {t('own.data.erase_warning_text')}
          </Notice>
          <FormNotice {...errors} />
          <TextField
            label={t('own.data.erase_email', { email })}
            name="email"
            type="email"
            autoComplete="off"
            required
            defaultValue={returned?.values['email']}
            error={errors.at('email')}
          />
          <ProofFields {...proof} at={errors.at} />
          <p>
            <Button type="submit" tone="loss" name="deed" value="erase">
              {t('own.data.erase_sure')}
            </Button>
          </p>
        </CheckedForm>
      </details>
    </>
  );
}
