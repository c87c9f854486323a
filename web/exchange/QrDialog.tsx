import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useBackCloses } from '#web/layout/back-steps.ts';
import { readQr } from './qr-reader.ts';

interface QrDialogProps {
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/** The camera's picture until a QR code is read. The picture stays in the browser. */
export function QrDialog({ onText, onClose }: QrDialogProps) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [isOpen, setIsOpen] = useState(true);
  const close = useBackCloses(isOpen, onClose);
  const finish = (text?: string) => {
    // Returns the focus to where it was
    dialog.current?.close();
    setIsOpen(false);
    close(() => {
      if (text !== undefined) onText(text);
      onClose();
    });
  };
  const onRead = useEffectEvent((text: string) => finish(text));
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    dialog.current?.showModal();
    const start = async () => {
      const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      const stop = () => stream.getTracks().forEach((track) => track.stop());
      if (signal.aborted || video.current === null) return stop();
      signal.addEventListener('abort', stop, { once: true });
      video.current.srcObject = stream;
      readQr(video.current, signal, (text) => onRead(text));
    };
    start().catch(() => signal.aborted || setHasFailed(true));
    return () => controller.abort();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={t('exchange.form.scan_title')}
      className="m-auto w-[min(24rem,calc(100vw-2rem))] rounded-tray bg-paper p-4 text-ink backdrop:bg-veil"
      onCancel={(event) => {
        event.preventDefault();
        finish();
      }}
    >
      <p className="mb-3 font-semibold">{t('exchange.form.scan_title')}</p>
      {hasFailed ? (
        <p role="alert" className="mb-3">
          {t('exchange.form.scan_failed')}
        </p>
      ) : (
        <video
          ref={video}
          autoPlay
          muted
          playsInline
          className="mb-3 aspect-square max-h-[50dvh] w-full rounded-tray bg-board object-cover"
        />
      )}
      <Button onClick={() => finish()}>{t('shell.close')}</Button>
    </dialog>
  );
}
