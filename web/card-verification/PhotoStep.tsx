import { useId, useState, type ChangeEvent } from 'react';
import { acceptOf, CARD_PHOTO, wrongFile } from '#core/chosen-file.ts';
import { Button } from '#ui/Button.tsx';
import { FileButton } from '#ui/FileButton.tsx';
import { Notice } from '#ui/Notice.tsx';
import { loadRefusalWords, refusalText } from '#web/i18n/refusal-words.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { type Photo, readPhoto } from './read-photo.ts';
import type { Sending } from './use-sending.ts';

/** How a card lies in its photo: its outline, and where the number and the name are. */
function Silhouette() {
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

interface PickProps {
  readonly label: string;
  /** The camera that looks away from one, where the device has it. */
  readonly capture?: 'environment';
  readonly described: string;
  readonly isDisabled: boolean;
  readonly onFile: (file: File) => void;
}

function Pick({ label, capture, described, isDisabled, onFile }: PickProps) {
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
      aria-describedby={described}
      disabled={isDisabled}
      onChange={change}
      {...(capture === undefined ? {} : { capture })}
    />
  );
}

function Shown({ photo }: { readonly photo: Photo }) {
  const { t } = useWords();
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

interface Props {
  readonly photo: Photo | null;
  readonly sending: Sending;
  /** What the server has said of the photo, or of all of it. */
  readonly problem: string | null;
  readonly onPhoto: (photo: Photo) => void;
  readonly onBack: () => void;
  readonly onSend: () => void;
}

/** Step 2: its photo, from the camera or a file, looked at here before it travels. */
export function PhotoStep({ photo, sending, problem, onPhoto, onBack, onSend }: Props) {
  const { t, locale } = useWords();
  const id = useId();
  const [isLooking, setLooking] = useState(false);
  const [own, setOwn] = useState<string | null>(null);
  const isBusy = isLooking || sending.percent !== null;
  const choose = async (file: File) => {
    setOwn(null);
    setLooking(true);
    // A large photo is judged by what is sent of it, an empty or foreign file as it is
    const read = await readPhoto(file);
    const refusal = wrongFile({ name: file.name, type: file.type, size: read.file.size }, CARD_PHOTO);
    if (refusal !== null) await loadRefusalWords(locale);
    setLooking(false);
    if (refusal !== null) return setOwn(refusalText(t, refusal));
    onPhoto(read);
  };
  const send = () => (photo === null ? setOwn(t('card_verification.no_photo')) : onSend());
  const said = own ?? problem;
  return (
    <div className="grid gap-4">
      <p id={id} className="text-sm leading-6">
        {t('card_verification.photo_how')}
      </p>
      {photo === null ? (
        <figure className="mx-auto w-full max-w-72">
          <Silhouette />
          <figcaption className="mt-1 text-center text-sm text-muted">{t('card_verification.photo_frame')}</figcaption>
        </figure>
      ) : (
        <Shown photo={photo} />
      )}
      <div className="flex flex-wrap gap-3">
        <Pick
          label={t('card_verification.camera')}
          capture="environment"
          described={id}
          isDisabled={isBusy}
          onFile={(file) => void choose(file)}
        />
        <Pick
          label={t(photo === null ? 'card_verification.file' : 'card_verification.another')}
          described={id}
          isDisabled={isBusy}
          onFile={(file) => void choose(file)}
        />
      </div>
      <p className="text-sm text-muted">{t('card_verification.photo_limits')}</p>
      <div role="status">{isLooking ? <p className="text-sm">{t('card_verification.looking')}</p> : null}</div>
      {said === null ? null : (
        <Notice tone="loss" role="alert">
          {said}
        </Notice>
      )}
      {sending.percent === null ? null : (
        <div>
          <progress
            className="block h-2 w-full accent-action"
            max={100}
            value={sending.percent}
            aria-label={t('card_verification.sending', { percent: sending.percent })}
          />
          <p className="figures mt-1 text-sm">
            {sending.percent < 100 ? t('card_verification.sending', { percent: sending.percent }) : t('card_verification.drawing')}
          </p>
        </div>
      )}
      <p className="text-sm leading-6 text-muted">{t('card_verification.privacy')}</p>
      <div className="flex flex-wrap gap-3">
        <Button tone="action" aria-disabled={isBusy} onClick={() => (isBusy ? undefined : send())}>
          {t(sending.isUnanswered ? 'card_verification.retry' : 'card_verification.send')}
        </Button>
        <Button aria-disabled={isBusy} onClick={() => (isBusy ? undefined : onBack())}>
          {t('card_verification.back')}
        </Button>
      </div>
    </div>
  );
}
