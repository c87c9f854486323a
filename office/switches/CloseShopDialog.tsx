import { Button, Modal } from '@mantine/core';
import { useTranslation } from '#office/i18n/Translation.tsx';

interface CloseShopDialogProps {
  readonly isOpen: boolean;
  /** From when and for how long, in words. */
  readonly when: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Confirms that the whole shop stops taking orders. */
export function CloseShopDialog({ isOpen, when, onConfirm, onClose }: CloseShopDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={isOpen}
      centered
      lockScroll={false}
      title={t('switches.close_shop.title')}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('office.cancel') }}
    >
      <div className="confirm">
        <p>{when}</p>
        <p>{t('switches.effect.shop')}</p>
        <p>{t('switches.close_shop.pages')}</p>
        <div className="row">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('office.cancel')}
          </Button>
          <Button color="loss" onClick={onConfirm}>
            {t('switches.close_shop.confirm')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
