import { Modal } from '@mantine/core';
import { useWords } from '#office/words/Words.tsx';
import { Door, type DoorProps } from './SignIn.tsx';

/** The session ended while a page was open: one signs in over it, and nothing that was typed is lost. */
export function SignInAgain({ isHalfOpen, onDone }: Pick<DoorProps, 'isHalfOpen' | 'onDone'>) {
  const { t } = useWords();
  return (
    <Modal
      opened
      centered
      lockScroll={false}
      padding={0}
      size="auto"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      onClose={() => undefined}
      aria-label={t('office_door.again.title')}
    >
      <Door isHalfOpen={isHalfOpen} title={t('office_door.again.title')} hint={t('office_door.again.hint')} onDone={onDone} />
    </Modal>
  );
}
