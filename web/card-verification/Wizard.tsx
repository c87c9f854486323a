import { useRef, useState, useEffect } from 'react';
import type { CallError } from '#contract/call-errors.ts';
import { formatTime } from '#core/format/moment.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CardStep } from './CardStep.tsx';
import { PhotoStep, useCardUpload } from './PhotoStep.tsx';
import { type CardForm, type Card, rejectionText, type CardField, CARD_FORM_FIELDS, EMPTY_CARD, cancelCard } from './cards.ts';
import type { Photo } from './read-photo.ts';

interface ResultProps {
  readonly card: Card;
  /** Whether an order waits for this card. */
  readonly hasOrder: boolean;
  readonly onAgain: () => void;
  readonly onCancel: () => void;
}

/** A card in the queue: its position and the expected time, or the opening hour. */
function PendingResult({ card, hasOrder, onCancel }: Omit<ResultProps, 'onAgain'>) {
  const { t, locale } = useTranslation();
  const { opens_at: opensAt, queue_position: queuePosition, eta_minutes: minutes } = card;
  return (
    <div className="grid gap-4">
      <div role="status" aria-live="polite">
        <Notice
          tone={opensAt === null ? 'calm' : 'time'}
          title={t(card.status === 'processing' ? 'card_verification.checking' : 'card_verification.waiting')}
        >
          {opensAt !== null ? (
            <>
              <p>{t('card_verification.closed', { at: formatTime(opensAt, locale) })}</p>
              {hasOrder ? <p>{t('card_verification.closed_order')}</p> : null}
            </>
          ) : card.status === 'processing' ? (
            <p>{t('card_verification.being_looked_at')}</p>
          ) : (
            <p>{t('card_verification.place', { count: queuePosition ?? 1, minutes: minutes ?? 0 })}</p>
          )}
          <p>{t(hasOrder ? 'card_verification.by_itself' : 'card_verification.leave')}</p>
        </Notice>
      </div>
      <p className="figures text-sm">
        {card.card_number_masked}, {card.name}
      </p>
      <Button className="justify-self-start" onClick={onCancel}>
        {t('card_verification.cancel')}
      </Button>
    </div>
  );
}

/** Step 3: the result, updated live. */
function ResultStep(props: ResultProps) {
  const { card, onAgain, hasOrder } = props;
  const { t } = useTranslation();
  if (card.status === 'pending' || card.status === 'processing') return <PendingResult {...props} />;
  if (card.status === 'verified')
    return (
      <Notice title={t('card_verification.verified')} role="status">
        <p>{t('card_verification.verified_next')}</p>
      </Notice>
    );
  return (
    <div className="grid gap-4">
      <Notice tone="loss" role="alert" title={t('card_verification.rejected')}>
        <p>{rejectionText(t, card.reason)}</p>
      </Notice>
      {card.may_try_again || !hasOrder ? (
        <Button tone="action" onClick={onAgain}>
          {t(card.may_try_again ? 'card_verification.again' : 'card_verification.another_card')}
        </Button>
      ) : null}
    </div>
  );
}

const STEPS = ['card', 'photo', 'result'] as const;
type Step = (typeof STEPS)[number];

interface WizardProps {
  readonly orderId: string | null;
  /** Masked number of the card that the order is paid from. */
  readonly masked: string | null;
  /** The card submitted last; null: none. */
  readonly card: Card | null;
  readonly onSent: (card: Card) => void;
  readonly onCancelled: (id: string) => void;
}

function Steps({ step }: { readonly step: Step }) {
  const { t } = useTranslation();
  const currentIndex = STEPS.indexOf(step);
  return (
    <ol aria-label={t('card_verification.steps')} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {STEPS.map((name, index) => (
        <li
          key={name}
          aria-current={name === step ? 'step' : undefined}
          className={index === currentIndex ? 'font-semibold' : 'text-muted'}
        >
          {index + 1}. {t(`card_verification.step_${name}`)}
        </li>
      ))}
    </ol>
  );
}

const isField = (name: string): name is CardField => (CARD_FORM_FIELDS as readonly string[]).includes(name);
const fieldErrorsOf = (errors: readonly CallError[]) =>
  Object.fromEntries(errors.filter(({ name }) => isField(name)).map(({ name, message }) => [name, message]));

/** Three steps: card, photo, result. The input is kept when a step is refused. */
export function Wizard({ orderId, masked, card, onSent, onCancelled }: WizardProps) {
  const { t, locale } = useTranslation();
  const [form, setForm] = useState<CardForm>(() =>
    card === null ? EMPTY_CARD : { ...EMPTY_CARD, name: card.name, issuing_bank_id: card.issuing_bank_id },
  );
  const [photo, setPhoto] = useState<Photo | null>(null);
  const [openStep, setOpenStep] = useState<Exclude<Step, 'result'> | null>(card === null ? 'card' : null);
  const upload = useCardUpload(orderId);
  const step = card === null ? (openStep ?? 'card') : (openStep ?? 'result');
  const heading = useRef<HTMLHeadingElement>(null);
  const focusedStep = useRef(step);
  useEffect(() => {
    if (focusedStep.current === step) return;
    focusedStep.current = step;
    heading.current?.focus({ preventScroll: false });
  }, [step]);
  const fieldErrors = fieldErrorsOf(upload.errors);
  const otherError = upload.errors.find(({ name }) => !isField(name))?.message ?? null;

  const send = async () => {
    if (photo === null) return;
    const result = await upload.send(form, photo);
    if ('length' in result) {
      // Errors of fields are shown at step 1; the photo is kept
      if (result.some(({ name }) => isField(name))) setOpenStep('card');
      return;
    }
    setPhoto(null);
    setOpenStep(null);
    onSent(result);
  };
  const cancel = async () => {
    if (card === null) return;
    const response = await cancelCard(locale, card.id, crypto.randomUUID());
    if (!response.ok) return;
    setOpenStep('card');
    onCancelled(card.id);
  };
  const change = (next: CardForm) => {
    upload.clearErrors();
    setForm(next);
  };
  return (
    <section aria-labelledby="card-wizard" className="grid gap-5">
      <h2 id="card-wizard" ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {t('card_verification.title')}
      </h2>
      <Steps step={step} />
      {step === 'card' ? (
        <CardStep form={form} masked={masked} errors={fieldErrors} onChange={change} onNext={() => setOpenStep('photo')} />
      ) : step === 'photo' ? (
        <PhotoStep
          photo={photo}
          upload={upload}
          problem={upload.isUnanswered ? t('card_verification.no_answer') : otherError}
          onPhoto={(next) => {
            upload.clearErrors();
            setPhoto(next);
          }}
          onBack={() => setOpenStep('card')}
          onSend={() => void send()}
        />
      ) : card === null ? null : (
        <ResultStep card={card} hasOrder={orderId !== null} onAgain={() => setOpenStep('card')} onCancel={() => void cancel()} />
      )}
    </section>
  );
}
