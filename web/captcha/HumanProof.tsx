import { useEffect, useRef, useState } from 'react';
import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NO_PROOF, type Proof } from './proof.ts';

const loadProof = () => import('./prove.ts');

interface HumanProofProps {
  /** The API has refused this form without a proof (`captcha_required`, `wrong_captcha`). */
  readonly isAsked: boolean;
}

/**
 * Part of a form whose call may require a proof (`requireHuman`): computed while the customer types,
 * sent as `captcha_token`. Submission waits for it only once the API has asked.
 */
export function HumanProof({ isAsked }: HumanProofProps) {
  const { t, locale } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'quiet' | 'working' | 'failed'>('quiet');
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const form = field.current?.form;
    if (!form) return undefined;
    let running: Promise<Proof> | undefined;
    let freshUntil = 0;
    const isFresh = () => Date.now() < freshUntil;
    const run = async (): Promise<Proof> => {
      const proof = await loadProof()
        .then(({ prove }) => prove(locale, { isAsked }))
        .catch(() => NO_PROOF);
      running = undefined;
      if (field.current === null) return proof;
      field.current.value = proof.ok ? proof.token : '';
      freshUntil = proof.ok ? Date.now() + proof.validMs : 0;
      return proof;
    };
    const startProof = () => (running ??= run());
    const onInput = () => {
      if (!isFresh()) void startProof();
    };
    const onSubmit = (event: SubmitEvent) => {
      // The call may use the token up: the next submission needs another
      if (isFresh()) return void (freshUntil = 0);
      if (field.current !== null) field.current.value = '';
      if (!isAsked) return;
      event.preventDefault();
      event.stopPropagation();
      setState('working');
      void startProof().then((proof) => {
        setState(proof.ok ? 'quiet' : 'failed');
        setFailure(proof.ok ? null : proof.message);
        if (proof.ok) form.requestSubmit();
      });
    };
    form.addEventListener('input', onInput);
    form.addEventListener('submit', onSubmit, { capture: true });
    if (isAsked) void startProof();
    return () => {
      form.removeEventListener('input', onInput);
      form.removeEventListener('submit', onSubmit, { capture: true });
    };
  }, [isAsked, locale]);
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
      {isAsked ? <p className="hidden noscript:block">{t('shell.captcha.no_script')}</p> : null}
    </>
  );
}
