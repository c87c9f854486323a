import { useId, useRef, useState, type ChangeEvent } from 'react';
import type { CallError } from '#contract/call-errors.ts';
import { acceptOf, CARD_PHOTO, fileRefusal } from '#core/file/file-rules.ts';
import { Button } from '#ui/Button.tsx';
import { FileButton } from '#ui/FileButton.tsx';
import { Notice } from '#ui/Notice.tsx';
import { loadRefusalMessages, refusalText } from '#web/i18n/refusal-messages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type Card, type CardForm, sendCard, toCard } from './cards.ts';
import { type Photo, readPhoto } from './read-photo.ts';

interface CardUpload {
  /** Share of the photo uploaded, 0 to 100; null: no upload runs. */
  readonly percent: number | null;
  readonly errors: readonly CallError[];
  /** No response arrived: the retry has the same idempotency key. */
  readonly isUnanswered: boolean;
  /** The submitted card, or the errors; an empty list: no response arrived. */
  readonly send: (form: CardForm, photo: Photo) => Promise<Card | readonly CallError[]>;
  /** To be called when the input is edited. */
  readonly clearErrors: () => void;
}

/** Uploads a card with its photo. The idempotency key is kept until a response arrives, so that a lost connection submits it once. */
export function useCardUpload(orderId: string | null): CardUpload {
  const { locale } = useTranslation();
  const [percent, setPercent] = useState<number | null>(null);
  const [result, setResult] = useState<Pick<CardUpload, 'errors' | 'isUnanswered'>>({ errors: [], isUnanswered: false });
  const attempt = useRef<{ content: string; idempotencyKey: string } | null>(null);

  const send: CardUpload['send'] = async (form, photo) => {
    const content = JSON.stringify([form, photo.url, photo.name]);
    if (attempt.current?.content !== content) attempt.current = { content, idempotencyKey: crypto.randomUUID() };
    setPercent(0);
    setResult({ errors: [], isUnanswered: false });
    const response = await sendCard({ locale, orderId, form, photo, idempotencyKey: attempt.current.idempotencyKey, onSent: setPercent });
    setPercent(null);
    if (response.ok) {
      attempt.current = null;
      return toCard(response.data);
    }
    if (response.status !== 0 && response.status < 500) attempt.current = null;
    setResult({ errors: response.errors, isUnanswered: response.errors.length === 0 });
    return response.errors;
  };
  return { percent, ...result, send, clearErrors: () => setResult({ errors: [], isUnanswered: false }) };
}

/** Example of a good photo: outline of the card with the places of its number and name. */
function CardOutline() {
  return (
    <svg viewBox="0 0 320 220" aria-hidden="true" className="block h-auto w-full text-muted">
      <rect x="6" y="6" width="308" height="208" rx="10" fill="none" stroke="currentColor" strokeDasharray="6 6" strokeWidth="2" />
      <rect x="30" y="32" width="260" height="156" rx="14" fill="none" stroke="currentColor" strokeWidth="3" />
      <rect x="52" y="70" width="36" height="28" rx="5" fill="currentColor" opacity="0.35" />
      {[52, 110, 168, 226].map((x) => (
        <rect key={x} x={x} y="116" width="44" height="14" rx="3" fill="currentColor" opacity="0.6" />
      ))}
      <rect x="52" y="152" width="120" height="12" rx="3" fill="currentColor" opacity="0.4" />
    </svg>
  );
}

interface FilePickerProps {
  readonly label: string;
  /** Opens the rear camera where the device has one. */
  readonly capture?: 'environment';
  readonly describedBy: string;
  readonly isDisabled: boolean;
  readonly onFile: (file: File) => void;
}

function FilePicker({ label, capture, describedBy, isDisabled, onFile }: FilePickerProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = '';
    if (file !== undefined) onFile(file);
  };
  return (
    <FileButton
      label={label}
      className="min-h-12 flex-1"
      accept={capture === undefined ? acceptOf(CARD_PHOTO) : 'image/*'}
      aria-describedby={describedBy}
      disabled={isDisabled}
      onChange={change}
      {...(capture === undefined ? {} : { capture })}
    />
  );
}

function PhotoPreview({ photo }: { readonly photo: Photo }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="overflow-hidden rounded-tray border border-line bg-well">
        {photo.url === null ? (
          <p className="p-4 text-sm wrap-anywhere">{t('card_verification.no_preview', { name: photo.name })}</p>
        ) : (
          <img src={photo.url} alt={t('card_verification.photo_alt')} className="mx-auto block max-h-72 max-w-full" />
        )}
      </div>
      {photo.hint === null ? null : (
        <Notice tone={photo.hint === 'fine' ? 'calm' : 'time'} role="status">
          {t(`card_verification.seems_${photo.hint}`)}
        </Notice>
      )}
    </>
  );
}

interface PhotoStepProps {
  readonly photo: Photo | null;
  readonly upload: CardUpload;
  /** Error message of the server about the photo or the whole submission. */
  readonly problem: string | null;
  readonly onPhoto: (photo: Photo) => void;
  readonly onBack: () => void;
  readonly onSend: () => void;
}

/** Step 2: a photo from the camera or a file, checked in the browser before the upload. */
export function PhotoStep({ photo, upload, problem, onPhoto, onBack, onSend }: PhotoStepProps) {
  const { t, locale } = useTranslation();
  const id = useId();
  const [isReading, setReading] = useState(false);
  const [localError, setLocalError] = useState<string | null>(null);
  const isBusy = isReading || upload.percent !== null;
  const prepare = async (file: File) => {
    setLocalError(null);
    setReading(true);
    // The size limit applies to the reduced copy that is uploaded; a file that is no image is checked as it is
    const prepared = await readPhoto(file);
    const refusal = fileRefusal({ name: file.name, type: file.type, size: prepared.file.size }, CARD_PHOTO);
    if (refusal !== null) await loadRefusalMessages(locale);
    setReading(false);
    if (refusal !== null) return setLocalError(refusalText(t, refusal));
    onPhoto(prepared);
  };
  const send = () => (photo === null ? setLocalError(t('card_verification.no_photo')) : onSend());
  const message = localError ?? problem;
  return (
    <div className="grid gap-4">
      <p id={id} className="text-sm leading-6">
        {t('card_verification.photo_how')}
      </p>
      {photo === null ? (
        <figure className="mx-auto w-full max-w-72">
          <CardOutline />
          <figcaption className="mt-1 text-center text-sm text-muted">{t('card_verification.photo_frame')}</figcaption>
        </figure>
      ) : (
        <PhotoPreview photo={photo} />
      )}
      <div className="flex flex-wrap gap-3">
        <FilePicker
          label={t('card_verification.camera')}
          capture="environment"
          describedBy={id}
          isDisabled={isBusy}
          onFile={(file) => void prepare(file)}
        />
        <FilePicker
          label={t(photo === null ? 'card_verification.file' : 'card_verification.another')}
          describedBy={id}
          isDisabled={isBusy}
          onFile={(file) => void prepare(file)}
        />
      </div>
      <p className="text-sm text-muted">{t('card_verification.photo_limits')}</p>
      <div role="status">{isReading ? <p className="text-sm">{t('card_verification.looking')}</p> : null}</div>
      {message === null ? null : (
        <Notice tone="loss" role="alert">
          {message}
        </Notice>
      )}
      {upload.percent === null ? null : (
        <div>
          <progress
            className="block h-2 w-full accent-action"
            max={100}
            value={upload.percent}
            aria-label={t('card_verification.sending', { percent: upload.percent })}
          />
          <p className="figures mt-1 text-sm">
            {upload.percent < 100 ? t('card_verification.sending', { percent: upload.percent }) : t('card_verification.drawing')}
          </p>
        </div>
      )}
      <p className="text-sm leading-6 text-muted">{t('card_verification.privacy')}</p>
      <div className="flex flex-wrap gap-3">
        <Button tone="action" aria-disabled={isBusy} onClick={() => (isBusy ? undefined : send())}>
          {t(upload.isUnanswered ? 'card_verification.retry' : 'card_verification.send')}
        </Button>
        <Button aria-disabled={isBusy} onClick={() => (isBusy ? undefined : onBack())}>
          {t('card_verification.back')}
        </Button>
      </div>
    </div>
  );
}
