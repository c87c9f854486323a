import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { DataExportAttributes } from '#contract/personal-data.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { FormNotice } from '#web/account/FormNotice.tsx';
import { type Typeable, TypedProof } from '#web/account/fresh/TypedProof.tsx';
import { useFreshAgain } from '#web/account/fresh/use-fresh-again.ts';
import { errorsOf, type Returned } from '#web/account/posted.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { requiredEmail } from '#web/form/contact-rules.ts';
import { useWords } from '#web/i18n/use-words.ts';

interface Archive extends DataExportAttributes {
  readonly id: string;
}

interface DataPageProps {
  readonly email: string;
  readonly proof: Typeable;
  readonly archive: Archive | null;
  readonly returned: Returned | undefined;
}

const LOOK_EVERY_MS = 2_000;
const FIELDS = ['password', 'totp', 'email'] as const;

/** What is kept of somebody: taken along, or destroyed. */
export function DataPage({ email, proof, archive, returned }: DataPageProps) {
  const { t } = useWords();
  const isOf = (deed: string) => (returned?.typed['deed'] === deed ? returned : undefined);
  return (
    <div className="grid max-w-xl gap-10">
      <h1 className="text-2xl font-semibold text-balance">{t('own.data.title')}</h1>
      <section className="grid gap-4" aria-labelledby="data-export">
        <h2 id="data-export" className="text-lg font-semibold">
          {t('own.data.export')}
        </h2>
        <p className="text-muted">{t('own.data.export_text')}</p>
        <FormNotice {...errorsOf(isOf('collect'), [])} />
        <ArchiveState archive={archive} proof={proof} returned={isOf('take')} />
      </section>
      <section className="grid gap-4" aria-labelledby="data-erase">
        <h2 id="data-erase" className="text-lg font-semibold">
          {t('own.data.erase')}
        </h2>
        <Erase email={email} proof={proof} returned={isOf('erase')} />
      </section>
    </div>
  );
}

function useProgress(isGoingOn: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isGoingOn) return undefined;
    const timer = setInterval(() => void revalidate(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isGoingOn, revalidate]);
}

function ArchiveState({ archive, proof, returned }: Pick<DataPageProps, 'archive' | 'proof' | 'returned'>) {
  const { t, locale } = useWords();
  const errors = errorsOf(returned, FIELDS);
  const form = useRef<HTMLFormElement>(null);
  useFreshAgain(form, returned);
  const [takenId, setTakenId] = useState<string>();
  // Taken as a file, beside which this page stays: it looks until the archive is told to be gone
  useProgress(archive?.state === 'queued' || (archive?.state === 'ready' && archive.id === takenId));
  if (archive?.state === 'queued')
    return (
      <div className="grid gap-2">
        <p role="status">{t('own.data.queued', { done: archive.done, parts: archive.parts })}</p>
        <progress className="h-2 w-full accent-action" max={archive.parts} value={archive.done} aria-label={t('own.data.export')} />
      </div>
    );
  if (archive?.state === 'ready')
    return (
      // A document of its own: what comes back is a file, and the page stays
      <CheckedForm rules={{}} ref={form} method="post" onSubmit={() => setTakenId(archive.id)} className="grid gap-4">
        <Notice role="status" title={t('own.data.ready')}>
          {t('own.data.ready_text', { at: formatDateTime(archive.expires_at, locale) })}
        </Notice>
        <FormNotice {...errors} />
        <input type="hidden" name="id" value={archive.id} />
        <TypedProof {...proof} at={errors.at} />
        <p>
          <Button type="submit" tone="action" name="deed" value="take">
            {t('own.data.take')}
          </Button>
        </p>
      </CheckedForm>
    );
  return (
    <CheckedForm rules={{}} method="post" className="grid gap-3">
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
  const { t } = useWords();
  const errors = errorsOf(returned, FIELDS);
  const form = useRef<HTMLFormElement>(null);
  useFreshAgain(form, returned);
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
            defaultValue={returned?.typed['email']}
            error={errors.at('email')}
          />
          <TypedProof {...proof} at={errors.at} />
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
