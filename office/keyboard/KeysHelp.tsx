import { Modal } from '@mantine/core';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { type KeyNames, shownKeys } from './shown-keys.ts';

/** Keys of every screen. */
const EVERYWHERE: KeyNames = { palette: 'Ctrl+K', help: '?' };

/** The keys that work on the current screen. */
export function KeysHelp({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const keys = isOpen ? Object.entries({ ...shownKeys(), ...EVERYWHERE }) : [];
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('office.keys.title')} closeButtonProps={{ 'aria-label': t('office.keys.close') }}>
      <dl className="facts">
        {keys.map(([name, pressed]) => (
          <div key={name}>
            <dt>
              {pressed.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(`office.keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
