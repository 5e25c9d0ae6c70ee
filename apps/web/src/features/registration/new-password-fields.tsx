import { useTranslation } from '../../base/texts/i18n.ts';
import { TextField } from '../../ui/text-field.tsx';

interface NewPassword {
  readonly password: string;
  readonly confirmPassword: string;
}

/** A password that is chosen, and once more, so that a slip of the finger shows. */
export function NewPasswordFields(props: {
  readonly label: string;
  readonly value: NewPassword;
  readonly problems: { readonly password: string | null; readonly confirm: string | null };
  readonly isBusy: boolean;
  readonly onChange: (change: Partial<NewPassword>) => void;
}) {
  const { label, value, problems, isBusy, onChange } = props;
  const { t } = useTranslation('registration');
  const shared = { autoComplete: 'new-password', showLabel: t('owner.show'), isFirst: false, isBusy } as const;
  return (
    <>
      <TextField
        {...shared}
        label={label}
        value={value.password}
        hint={t('password.rule')}
        problem={problems.password}
        onChange={(password) => onChange({ password })}
      />
      <TextField
        {...shared}
        label={t('confirm')}
        value={value.confirmPassword}
        problem={problems.confirm}
        onChange={(confirmPassword) => onChange({ confirmPassword })}
      />
    </>
  );
}
