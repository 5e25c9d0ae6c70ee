import { useState } from 'react';
import { useTranslation } from '../../base/texts/i18n.ts';
import form from '../../ui/form-dialog.module.css';
import { deleteAccount } from './commands.ts';
import { PasswordDialog } from './password-dialog.tsx';

/** Asks for the account's name and the password. With the answer the session has ended, and the login comes by itself. */
export function DeleteDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const { t } = useTranslation('data');
  const [typed, setTyped] = useState('');
  return (
    <PasswordDialog
      title={t('delete.sureTitle', { name })}
      hint={t('delete.sure')}
      confirm={t('delete.confirm')}
      tone="danger"
      isReady={typed.trim() === name.trim()}
      run={(present) => deleteAccount(present, typed)}
      onDone={() => {
        location.assign('/account/login');
        return null;
      }}
      onClose={onClose}
    >
      <label className={form.field}>
        <span>{t('delete.name', { name })}</span>
        <input
          data-first=""
          value={typed}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
    </PasswordDialog>
  );
}
