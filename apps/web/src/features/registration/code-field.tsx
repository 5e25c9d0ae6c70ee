import { Button } from 'antd';
import { useTranslation } from '../../base/texts/i18n.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useSecondsUntil } from '../../ui/use-seconds-until.ts';
import type { AskedCode } from './use-code.ts';

/** The field for a code, with the button that asks for it. */
export function CodeField(props: {
  readonly code: AskedCode;
  readonly value: string;
  readonly problem: string | null;
  readonly isFirst: boolean;
  readonly isBusy: boolean;
  readonly onSend: () => void;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTranslation('registration');
  const { code, onSend, ...field } = props;
  const seconds = useSecondsUntil(code.againAt);
  return (
    <TextField
      {...field}
      label={t('code')}
      autoComplete="one-time-code"
      hint={code.sent === null ? null : t('code.sent', { minutes: code.sent.lifeSeconds / 60 })}
      beside={
        <Button size="large" autoInsertSpace={false} loading={code.isBusy} disabled={seconds > 0} onClick={onSend}>
          {seconds > 0 ? t('code.again', { seconds }) : t('code.send')}
        </Button>
      }
    />
  );
}
