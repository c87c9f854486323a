import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { callsByNotice, callsBySound, keepNotice, keepSound } from './call-choice.ts';

/** Whether a new question sounds or shows itself over other windows; nothing unless chosen. */
export function CallChoice() {
  const { t } = useTranslation();
  const [sound, setSound] = useState(callsBySound);
  const [notice, setNotice] = useState(callsByNotice);
  return (
    <div className="row">
      <Checkbox
        size="md"
        label={t('office_chat.sound')}
        checked={sound}
        onChange={(event) => {
          keepSound(event.currentTarget.checked);
          setSound(event.currentTarget.checked);
        }}
      />
      <Checkbox
        size="md"
        label={t('office_chat.notice')}
        checked={notice}
        onChange={(event) => void keepNotice(event.currentTarget.checked).then(setNotice)}
      />
    </div>
  );
}
