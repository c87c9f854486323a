import { useEffect, useRef, useState } from 'react';
import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NO_PROOF, type Proof } from './proof.ts';

const loadProof = () => import('./prove.ts');

interface HumanProofProps {
  /** The API has refused this form without a proof (`captcha_required`, `wrong_captcha`). */
  readonly isRequired: boolean;
}

/**
 * Part of a form whose call may require a proof (`requireHuman`), sent as `captcha_token`. It is computed while the customer types.
 * Submission waits for it only after the API required it.
 */
export function HumanProof({ isRequired }: HumanProofProps) {
  const { t, locale } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'idle' | 'working' | 'failed'>('idle');
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const form = field.current?.form;
    if (!form) return undefined;
    let pendingProof: Promise<Proof> | undefined;
    let freshUntil = 0;
    const isFresh = () => Date.now() < freshUntil;
    const run = async (): Promise<Proof> => {
      const proof = await loadProof()
        .then(({ prove }) => prove(locale, { isRequired }))
        .catch(() => NO_PROOF);
      pendingProof = undefined;
      if (field.current === null) return proof;
      field.current.value = proof.ok ? proof.token : '';
      freshUntil = proof.ok ? Date.now() + proof.validMs : 0;
      return proof;
    };
    const startProof = () => (pendingProof ??= run());
    const onInput = () => {
      if (!isFresh()) void startProof();
    };
    const onSubmit = (event: SubmitEvent) => {
      // The call may use up the token, so the next submission needs another
      if (isFresh()) return void (freshUntil = 0);
      if (field.current !== null) field.current.value = '';
      if (!isRequired) return;
      event.preventDefault();
      event.stopPropagation();
      setState('working');
      void startProof().then((proof) => {
        setState(proof.ok ? 'idle' : 'failed');
        setFailure(proof.ok ? null : proof.message);
        if (proof.ok) form.requestSubmit();
      });
    };
    form.addEventListener('input', onInput);
    form.addEventListener('submit', onSubmit, { capture: true });
    if (isRequired) void startProof();
    return () => {
      form.removeEventListener('input', onInput);
      form.removeEventListener('submit', onSubmit, { capture: true });
    };
  }, [isRequired, locale]);
  return (
    <>
      <input ref={field} type="hidden" name="captcha_token" />
      <p role="status" className="text-sm text-muted empty:hidden">
        {state === 'working' ? t('shell.captcha.working') : ''}
      </p>
      {state === 'failed' ? (
        <Notice tone="loss" role="alert">
          {failure ?? t('shell.captcha.failed')}
        </Notice>
      ) : null}
      {isRequired ? <p className="hidden noscript:block">{t('shell.captcha.no_script')}</p> : null}
    </>
  );
}
